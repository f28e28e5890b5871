import { randomUUID } from 'node:crypto'
import { currentVersionOf } from '@ledger/contracts/events/upcasters.ts'
import { catchUp, resumeProjections } from '@ledger/projections/projector/projector.ts'
import { PROJECTIONS } from '@ledger/projections/read-models/all-projections.ts'
import type { Projection } from '@ledger/projections/read-models/read-model.ts'
import { verifyReadModels } from '@ledger/projections/verification/verify-read-models.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { commandEnvelope, expenseCommand } from '../command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'

let ledger: TestLedger
let stopped: [projection: string, position: number][]
beforeEach(async () => {
  ledger = await openTestLedger()
  stopped = []
})
afterEach(() => ledger.close())

const HEALTHY = 12
const catchUpHere = () => {
  const onStopped = (projection: string, position: number) => stopped.push([projection, position])
  return catchUp({ db: ledger.db, companyId: ledger.companyId, onStopped })
}

/** Inserts an event that no decision makes, past every check, and healthy ones after it. */
async function poison(type: string, data: object): Promise<void> {
  await ledger.log.submit(commandEnvelope(expenseCommand(ledger.people.asha, 1)))
  await ledger.log.submit(commandEnvelope(expenseCommand(ledger.people.asha, 2)))
  await ledger.sql.query(
    `INSERT INTO events SELECT company_id, $1, $2, $3, $6, recorded_at, date, actor, $4, meta, hash, sha256(hash)
    FROM events WHERE position = $5`,
    [HEALTHY + 1, randomUUID(), type, JSON.stringify(data), HEALTHY, currentVersionOf(type)],
  )
  await ledger.sql.query('UPDATE log_heads SET position = $1, hash = sha256(hash)', [HEALTHY + 1])
  await ledger.log.submit(commandEnvelope(expenseCommand(ledger.people.asha, 4)))
  await ledger.log.submit(commandEnvelope(expenseCommand(ledger.people.asha, 8)))
}

const checkpoints = async () =>
  new Map(
    (await ledger.db.selectFrom('checkpoints').selectAll().execute()).map((row) => [row.projection, row] as const),
  )

async function expectStopped(...names: Projection['name'][]): Promise<void> {
  const found = await checkpoints()
  for (const { name } of PROJECTIONS) {
    const isStopped = names.includes(name)
    const expected = { position: isStopped ? HEALTHY : HEALTHY + 3 }
    expect(found.get(name), name).toMatchObject(expected)
    expect(found.get(name)?.stopped_because ?? null, name).toEqual(isStopped ? expect.any(String) : null)
  }
  expect(stopped.sort()).toEqual(names.map((name) => [name, HEALTHY]).sort())
}

const entryOf = (narration: string | null) => {
  const { id } = ledger.people.asha
  const account = { id, role: 'site_incharge', name: 'N1', site: null }
  const beneficiary = { id: 'b:x', name: 'X' }
  const date = '2026-04-01T06:30:00.000Z'
  return {
    kind: 'debit',
    account,
    beneficiary,
    paise: 16,
    date,
    purpose: 'P',
    paymentMode: 'cash',
    narration,
    bills: [],
  }
}
const postings = () => [
  { account: ledger.people.asha.id, side: 'spent', paise: 16 },
  { account: 'b:x', side: 'received', paise: 16 },
]

async function spent(): Promise<number | undefined> {
  const row = await ledger.db
    .selectFrom('balances')
    .select('spent_paise')
    .where('account_id', '=', ledger.people.asha.id)
    .executeTakeFirst()
  return row?.spent_paise
}

test('an event that one projection cannot take stops that one before it, and no other', async () => {
  await poison('DebitRecorded', { transaction: randomUUID(), entry: entryOf(null), postings: postings() })
  await catchUpHere()
  await expectStopped('ledger', 'words')
  expect(await spent()).toBe(1 + 2 + 4 + 8 + 16)
  const rows = await ledger.db.selectFrom('ledger_rows').select('paise').execute()
  expect(rows.map(({ paise }) => paise).sort()).toEqual([1, 2])
})

test('it stays stopped, and is said once', async () => {
  await poison('DebitRecorded', { transaction: randomUUID(), entry: entryOf(null), postings: postings() })
  await catchUpHere()
  await catchUpHere()
  await expectStopped('ledger', 'words')
})

test('once the event is mended, resuming takes it and all that came after', async () => {
  const transaction = randomUUID()
  await poison('DebitRecorded', { transaction, entry: entryOf(null), postings: postings() })
  await catchUpHere()
  const mended = { transaction, entry: entryOf('mended'), postings: postings() }
  await ledger.sql.query('UPDATE events SET data = $1 WHERE position = $2', [JSON.stringify(mended), HEALTHY + 1])
  await resumeProjections(ledger)
  await catchUpHere()
  const found = await checkpoints()
  for (const { name } of PROJECTIONS)
    expect(found.get(name)).toMatchObject({ position: HEALTHY + 3, stopped_because: null })
  expect(await verifyReadModels(ledger.db, ledger.companyId)).toMatchObject({ ok: true })
  expect(await spent()).toBe(1 + 2 + 4 + 8 + 16)
})

test('resuming without a mend stops again at the same place, and loses nothing', async () => {
  await poison('DebitRecorded', { transaction: randomUUID(), entry: entryOf(null), postings: postings() })
  await catchUpHere()
  stopped = []
  await resumeProjections(ledger)
  await catchUpHere()
  await expectStopped('ledger', 'words')
})

test('a money event of a shape that nobody knows stops everybody who counts money; it is not passed over', async () => {
  await poison('DebitRecorded', { shape: 'unknown' })
  await catchUpHere()
  const found = await checkpoints()
  for (const name of ['balances', 'ledger', 'beneficiaries'] as const)
    expect(found.get(name), name).toMatchObject({ position: HEALTHY, stopped_because: expect.any(String) })
  expect(found.get('directory')).toMatchObject({ position: HEALTHY + 3, stopped_because: null })
})

test('an account event that contradicts the log stops the directory', async () => {
  const nobody = { id: randomUUID(), role: 'supervisor', name: 'Nobody', site: null }
  await poison('AccountDisabled', { account: nobody })
  await catchUpHere()
  const found = await checkpoints()
  expect(found.get('directory')).toMatchObject({
    position: HEALTHY,
    stopped_because: expect.stringMatching('never opened'),
  })
  for (const name of ['balances', 'ledger', 'beneficiaries'] as const)
    expect(found.get(name), name).toMatchObject({ position: HEALTHY + 3, stopped_because: null })
})

test('a projection whose own code fails stops, whatever it throws, and no other', async () => {
  await poison('DebitRecorded', { transaction: randomUUID(), entry: entryOf('fine'), postings: postings() })
  const projections = PROJECTIONS.map((projection) =>
    projection.name === 'directory' ? { ...projection, apply: failingAt(HEALTHY + 1, projection) } : projection,
  )
  const onStopped = (projection: string, position: number) => stopped.push([projection, position])
  await catchUp({ db: ledger.db, companyId: ledger.companyId, projections, onStopped })
  await expectStopped('directory')
  expect(await spent()).toBe(1 + 2 + 4 + 8 + 16)
  expect((await checkpoints()).get('directory')?.stopped_because).toBe('a mistake of the program')
})

function failingAt(position: number, { apply }: Projection): Projection['apply'] {
  return async (into, events) => {
    if (events.some((event) => event.position === position)) throw new Error('a mistake of the program')
    return apply(into, events)
  }
}

if (isFullRun)
  test('a verification of a log that no fold can take says which read model cannot have come of it, and compares the others', async () => {
    await catchUpHere()
    await poison('DebitRecorded', { shape: 'unknown' })
    // As if an operator had moved the checkpoint past it.
    await ledger.sql.query('UPDATE read.checkpoints SET position = $1', [HEALTHY + 1])
    const { ok, projections } = await verifyReadModels(ledger.db, ledger.companyId)
    expect(ok).toBe(false)
    for (const name of ['balances', 'ledger', 'beneficiaries'])
      expect(projections.find((each) => each.name === name)).toMatchObject({
        result: 'different',
        because: expect.any(String),
      })
    expect(projections.find(({ name }) => name === 'directory')).toMatchObject({ result: 'equal' })
  })

test('a verification of a log with an event that cannot even be read says so of each read model', async () => {
  await ledger.log.submit(commandEnvelope(expenseCommand(ledger.people.asha, 1)))
  await catchUpHere()
  // An event of the first shape has an entry, which its upcaster reads.
  await ledger.sql.query(`UPDATE events SET schema_version = 1, data = '{}' WHERE type = 'DebitRecorded'`)
  const { ok, projections } = await verifyReadModels(ledger.db, ledger.companyId)
  expect(ok).toBe(false)
  for (const each of projections) expect(each).toMatchObject({ result: 'different', because: expect.any(String) })
})
