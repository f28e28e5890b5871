import { randomUUIDv7 } from 'node:crypto'
import { LedgerUnavailable } from '@ledger/ledger-service/event-store/append/append-errors.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { commandEnvelope, expenseCommand, sendMoneyCommand, transferCommand } from '../command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'

let ledger: TestLedger
beforeEach(async () => {
  ledger = await openTestLedger()
})
afterEach(() => ledger.close())

const FIRST = 11 // Ten events open the five accounts.
const sizes = () => ledger.batchReports.map((batch) => batch.commands)

/** Keeps the end of the log locked while `work` runs, as another process's append would. */
async function whileLocked(work: () => Promise<void>): Promise<void> {
  const client = await ledger.sql.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT 1 FROM log_heads WHERE company_id = $1 FOR UPDATE', [ledger.companyId])
    await work()
  } finally {
    await client.query('COMMIT')
    client.release()
  }
}

describe('group commit', () => {
  test('a lone command goes at once, alone', async () => {
    expect(await ledger.log.submit(commandEnvelope(expenseCommand(ledger.people.asha, 100)))).toEqual({
      status: 201,
      body: '[11]',
    })
    expect(sizes()).toEqual([1])
  })

  test('commands gather while one is under way; then one transaction takes half of all that is, in order', async () => {
    const { asha } = ledger.people
    const answers: Promise<{ body: string }>[] = []
    const submit = () => answers.push(ledger.log.submit(commandEnvelope(expenseCommand(asha, 1 + answers.length))))
    await whileLocked(async () => {
      submit()
      await ledger.untilBlocked('site-ledger append')
      for (let n = 0; n < 600; n++) submit()
    })
    const bodies = (await Promise.all(answers)).map(({ body }) => body)
    expect(bodies).toEqual(bodies.map((_, index) => `[${FIRST + index}]`))
    expect(sizes()).toEqual([1, 300, 300])
    const { rows } = await ledger.sql.query('SELECT count(DISTINCT xmin::text) AS n FROM events WHERE position >= 11')
    expect(rows).toEqual([{ n: 3 }])
    const paise = (await ledger.readLog()).slice(FIRST - 1).map((event) => {
      return event.type === 'DebitRecorded' ? event.data.entry.paise : undefined
    })
    expect(paise).toEqual(bodies.map((_, index) => 1 + index))
  })

  test("who only asks for a confirmed commit goes with the others, or alone, and takes nobody else's answer", async () => {
    const { asha } = ledger.people
    const answers = await Promise.all([
      ledger.log.submit(commandEnvelope(expenseCommand(asha, 1))),
      ledger.log.flush(),
      ledger.log.submit(commandEnvelope(expenseCommand(asha, 2))),
    ])
    expect(answers).toEqual([{ status: 201, body: '[11]' }, undefined, { status: 201, body: '[12]' }])
    await ledger.log.flush()
    expect(sizes()).toEqual([2, 0])
  })

  test('each command is decided against the state that the ones before it left', async () => {
    const { admin, asha, ravi } = ledger.people
    const commands = [
      transferCommand(asha, ravi, 60),
      sendMoneyCommand(admin, asha, 100),
      transferCommand(asha, ravi, 60),
      transferCommand(asha, ravi, 60),
      transferCommand(asha, ravi, 40),
    ]
    const answers = await Promise.all(commands.map((command) => ledger.log.submit(commandEnvelope(command))))
    expect(answers.map(({ status }) => status)).toEqual([422, 201, 201, 422, 201])
    expect(sizes()).toEqual([5])
  })

  test('a refusal is an answer: it appends nothing and costs the others nothing', async () => {
    const { asha, bala, ravi } = ledger.people
    const commands = [expenseCommand(asha, 5), transferCommand(bala, ravi, 1), expenseCommand(bala, 6)]
    const answers = await Promise.all(commands.map((command) => ledger.log.submit(commandEnvelope(command))))
    expect(answers.map(({ status, body }) => [status, body.slice(0, 40)])).toEqual([
      [201, '[11]'],
      [422, '{"status":422,"code":"insufficient_balan'],
      [201, '[12]'],
    ])
    expect(sizes()).toEqual([1 + 2])
    expect(await ledger.readLog()).toHaveLength(12)
  })

  test('the clock going back does not take recorded_at with it', async () => {
    const times = ['2030-01-02T00:00:00.000Z', '2030-01-01T00:00:00.000Z', '2030-01-03T00:00:00.000Z']
    const log = ledger.openSecondAppendLog(() => times.shift() ?? '')
    for (let n = 0; n < 3; n++) await log.submit(commandEnvelope(expenseCommand(ledger.people.asha, 1)))
    const recorded = (await ledger.readLog()).slice(FIRST - 1).map((event) => event.recordedAt)
    expect(recorded).toEqual(['2030-01-02T00:00:00.000Z', '2030-01-02T00:00:00.000Z', '2030-01-03T00:00:00.000Z'])
  })
})

describe('a command that the database cannot take', () => {
  const takeName = (name: string) => ({
    name: 'test-take-name',
    text: 'INSERT INTO sign_in_names (name, company_id, account_id) VALUES ($1, $2, $2)',
    values: [name, ledger.companyId],
  })

  test('fails alone: its neighbours of the batch are recorded', async () => {
    const { asha } = ledger.people
    await ledger.log.submit({ ...commandEnvelope(expenseCommand(asha, 1)), sideStatements: [takeName('mobile:1')] })
    const settled = await Promise.allSettled([
      ledger.log.submit(commandEnvelope(expenseCommand(asha, 2))),
      ledger.log.submit({ ...commandEnvelope(expenseCommand(asha, 3)), sideStatements: [takeName('mobile:1')] }),
      ledger.log.submit({ ...commandEnvelope(expenseCommand(asha, 4)), sideStatements: [takeName('mobile:2')] }),
    ])
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(settled[1]).toMatchObject({ reason: { code: '23505' } })
    const paise = (await ledger.readLog()).slice(FIRST - 1).map(({ data }) => 'entry' in data && data.entry.paise)
    expect(paise).toEqual([1, 2, 4])
    const names = await ledger.sql.query("SELECT name FROM sign_in_names WHERE name IN ('mobile:1', 'mobile:2')")
    expect(names.rows).toHaveLength(2)
  })

  test('fails alone too when it cannot be looked up, stored or answered', async () => {
    const { admin, asha } = ledger.people
    const wrongAnswer = () => {
      throw new Error('no answer')
    }
    const settled = await Promise.allSettled([
      ledger.log.submit(commandEnvelope(expenseCommand(asha, 2))),
      ledger.log.submit(commandEnvelope(sendMoneyCommand(admin, { ...asha, id: 'not-a-uuid' }, 3))),
      ledger.log.submit({ ...commandEnvelope(expenseCommand(asha, 4)), answer: wrongAnswer }),
      ledger.log.submit(commandEnvelope(expenseCommand(asha, 4, 'Sharma Traders', 'not-a-uuid'))),
      ledger.log.submit(commandEnvelope(expenseCommand(asha, 4, 'Sharma Traders', `${randomUUIDv7()}00`))),
      ledger.log.submit(commandEnvelope(expenseCommand(asha, 5))),
    ])
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
      'rejected',
      'fulfilled',
    ])
    expect(await ledger.readLog()).toHaveLength(12)
    expect(await ledger.log.submit(commandEnvelope(expenseCommand(asha, 6)))).toMatchObject({ status: 201 })
  })
})

describe('when the database goes away', () => {
  test('what waits is told so and not recorded, and the next command works', async () => {
    const { asha } = ledger.people
    let waiting: Promise<unknown> | undefined
    await whileLocked(async () => {
      waiting = ledger.log.submit(commandEnvelope(expenseCommand(asha, 1)))
      const told = expect(waiting).rejects.toBeInstanceOf(LedgerUnavailable)
      await ledger.untilBlocked('site-ledger append')
      await ledger.sql.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'site-ledger append' AND datname = current_database()`,
      )
      await told
    })
    expect(await ledger.log.submit(commandEnvelope(expenseCommand(asha, 2)))).toEqual({ status: 201, body: '[11]' })
    expect(ledger.errors.length).toBeGreaterThan(0)
    await ledger.readLog()
  })

  test('the queue is bounded: the next one is told to come back', async () => {
    const { asha } = ledger.people
    const answers: Promise<unknown>[] = []
    await whileLocked(async () => {
      answers.push(ledger.log.submit(commandEnvelope(expenseCommand(asha, 1))))
      await ledger.untilBlocked('site-ledger append')
      for (let n = 0; n < 5000; n++) answers.push(ledger.log.submit(commandEnvelope(expenseCommand(asha, 1))))
      await expect(ledger.log.submit(commandEnvelope(expenseCommand(asha, 1)))).rejects.toBeInstanceOf(
        LedgerUnavailable,
      )
    })
    await Promise.all(answers)
    expect(Math.max(...sizes())).toBe(500)
    expect(await ledger.readLog()).toHaveLength(5011)
  })

  test('closing answers what was submitted, and takes nothing more', async () => {
    const { asha } = ledger.people
    const log = ledger.openSecondAppendLog()
    const answers = [1, 2, 3].map((paise) => log.submit(commandEnvelope(expenseCommand(asha, paise))))
    await log.close()
    expect(await Promise.all(answers)).toHaveLength(3)
    await expect(log.submit(commandEnvelope(expenseCommand(asha, 4)))).rejects.toBeInstanceOf(LedgerUnavailable)
    expect(await ledger.readLog()).toHaveLength(13)
  })
})
