import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  commandEnvelope,
  expenseCommand,
  sendMoneyCommand,
  setPasswordCommand,
  transferCommand,
} from '../command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'

let ledger: TestLedger
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

async function head(): Promise<number> {
  return (await ledger.readLog()).length
}

test('one key, fifty at once, in two processes: one event, and fifty equal answers', async () => {
  const { asha } = ledger.people
  const logs = [ledger.log, ledger.openSecondAppendLog()]
  const before = await head()
  for (const round of Array.from({ length: 10 }).keys()) {
    // Each try is a request of its own: another transaction id, as the API makes one for each.
    const answers = await Promise.all(
      Array.from({ length: 50 }).map((_, index) =>
        logs[index % 2]?.submit(commandEnvelope(expenseCommand(asha, 100), { key: `fifty ${round}` })),
      ),
    )
    const bodies = answers.map((answer) => answer?.body)
    expect(new Set(bodies)).toEqual(new Set([`[${before + 1 + round}]`]))
    expect(answers.every((answer) => answer?.status === 201)).toBe(true)
  }
  expect(await head()).toBe(before + 10)
})

test('another key is another command, and no key is one each time', async () => {
  const { asha } = ledger.people
  const before = await head()
  for (const key of [{ key: 'a' }, { key: 'b' }, undefined, undefined])
    await ledger.log.submit(commandEnvelope(expenseCommand(asha, 1), key))
  expect(await head()).toBe(before + 4)
})

test('a key with another body is refused, in the batch of the first and later', async () => {
  const { asha } = ledger.people
  const before = await head()
  const tries = ['one', 'other', 'one', 'other'].map((body) =>
    commandEnvelope(expenseCommand(asha, 1), { key: 'two bodies', body }),
  )
  const together = await Promise.all(tries.map((each) => ledger.log.submit(each)))
  expect(together.map(({ status }) => status)).toEqual([201, 422, 201, 422])
  expect(JSON.parse(together[1]?.body ?? '')).toMatchObject({ status: 422, code: 'key_reused' })
  const later = await ledger
    .openSecondAppendLog()
    .submit(commandEnvelope(expenseCommand(asha, 1), { key: 'two bodies', body: 'other' }))
  expect(later.status).toBe(422)
  expect(await head()).toBe(before + 1)
})

test('a refusal is kept too: the key answers it again when the money is there', async () => {
  const { admin, bala, ravi } = ledger.people
  const give = () => ledger.log.submit(commandEnvelope(transferCommand(bala, ravi, 50), { key: 'refused first' }))
  const first = await give()
  expect(first.status).toBe(422)
  await ledger.log.submit(commandEnvelope(sendMoneyCommand(admin, bala, 100)))
  const { status, body } = await give()
  expect({ status, body }).toEqual({ status: first.status, body: first.body })
  expect(await ledger.log.submit(commandEnvelope(transferCommand(bala, ravi, 50), { key: 'another' }))).toMatchObject({
    status: 201,
  })
})

test('an ended session is no answer of the ledger: the key may be tried again', async () => {
  const { admin, sonu } = ledger.people
  const asBefore = { ...sonu }
  await ledger.log.submit(commandEnvelope(setPasswordCommand(admin, sonu)))
  const refused = await ledger.log.submit(commandEnvelope(expenseCommand(asBefore, 1), { key: 'ended session' }))
  expect(refused.status).toBe(401)
  const again = { ...sonu, epoch: sonu.epoch + 1 }
  expect(await ledger.log.submit(commandEnvelope(expenseCommand(again, 1), { key: 'ended session' }))).toMatchObject({
    status: 201,
  })
})

test('the answers outlive the process that gave them', async () => {
  const { asha } = ledger.people
  const log = ledger.openSecondAppendLog()
  const first = await log.submit(commandEnvelope(expenseCommand(asha, 7), { key: 'restart' }))
  await log.close()
  const { status, body } = await ledger
    .openSecondAppendLog()
    .submit(commandEnvelope(expenseCommand(asha, 7), { key: 'restart' }))
  expect({ status, body }).toEqual(first)
})

test('what failed keeps no answer: the same key works once the reason is gone', async () => {
  const { asha } = ledger.people
  const failing = { name: 'test-fail', text: 'SELECT 1 / $1::int', values: [0] }
  const given = commandEnvelope(expenseCommand(asha, 7), { key: 'failed first' })
  await expect(ledger.log.submit({ ...given, sideStatements: [failing] })).rejects.toMatchObject({ code: '22012' })
  expect(await ledger.log.submit(given)).toMatchObject({ status: 201 })
})

test('a beneficiary keeps the first spelling across processes, each of which remembers names', async () => {
  const { asha } = ledger.people
  const logs = [ledger.log, ledger.openSecondAppendLog()]
  await Promise.all(
    ['Verma  Sand', 'VERMA SAND', 'verma sand', 'Verma Sand'].map((name, index) =>
      logs[index % 2]?.submit(commandEnvelope(expenseCommand(asha, 1, name))),
    ),
  )
  for (const log of logs) await log.submit(commandEnvelope(expenseCommand(asha, 1, 'vErMa SaNd')))
  // A name that another process recorded first, when this one has names in memory already.
  for (const log of logs.toReversed()) {
    const { status } = await log.submit(
      commandEnvelope(expenseCommand(asha, 1, log === logs[0] ? 'IYER TILES' : 'Iyer Tiles')),
    )
    expect(status).toBe(201)
  }
  const events = await ledger.readLog()
  const spellings = (id: string) =>
    events.flatMap(({ data }) =>
      'entry' in data && data.entry.kind === 'debit' && data.entry.beneficiary.id === id
        ? [data.entry.beneficiary.name]
        : [],
    )
  expect(spellings('b:verma sand')).toHaveLength(6)
  expect(new Set(spellings('b:verma sand')).size).toBe(1)
  expect(spellings('b:iyer tiles')).toEqual(['Iyer Tiles', 'Iyer Tiles'])
})
