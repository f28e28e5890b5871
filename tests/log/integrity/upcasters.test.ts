import { randomUUIDv7 } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { currentVersionOf, UPCASTERS } from '@ledger/contracts/events/upcasters.ts'
import { decodeEvent, type StoredEvent, UnsupportedSchemaVersion } from '@ledger/database/binary/event-decoder.ts'
import { readStoredEvents } from '@ledger/database/binary/stored-event-reader.ts'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { findTransaction } from '@ledger/ledger-service/event-store/read/find-transaction-and-stored-answer.ts'
import { exportLogLines } from '@ledger/ledger-service/proof/import-export/export-log.ts'
import { importLog } from '@ledger/ledger-service/proof/import-export/import-log.ts'
import { readAccountLedgerAsOf } from '@ledger/ledger-service/proof/point-in-time/account-ledger-as-of.ts'
import { BalanceReplay } from '@ledger/ledger-service/proof/point-in-time/balance-replay.ts'
import { readBalancesAsOf } from '@ledger/ledger-service/proof/point-in-time/balances-as-of.ts'
import { toRevisions } from '@ledger/ledger-service/proof/point-in-time/transaction-history.ts'
import { toAuditEvent } from '@ledger/ledger-service/proof/to-audit-event.ts'
import { verifyLog } from '@ledger/ledger-service/proof/verification/verify-ledger.ts'
import { catchUp } from '@ledger/projections/projector/projector.ts'
import { PROJECTIONS } from '@ledger/projections/read-models/all-projections.ts'
import { parseAuditEvent } from '@ledger/web/src/audit/sentences/parse-event.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../environment/database/test-database.ts'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { commandEnvelope, expenseCommand } from '../command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'

/**
 * The day on which expenses get a third shape: in the new one their narration tells which program recorded them, and
 * the old ones get it from an upcaster. One event of the second and one of the third shape is in the log.
 */

/** The version in which expenses are written; the tests add another one. */
const VERSION = currentVersionOf('DebitRecorded') ?? 0
let ledger: TestLedger
let [old, recent]: (StoredEvent | undefined)[] = []
const stopped: string[] = []

function plant(): void {
  UPCASTERS.DebitRecorded?.push((data) => ({
    ...data,
    entry: { ...(data.entry as object), narration: 'recorded before' },
  }))
}
const takeOut = () => void UPCASTERS.DebitRecorded?.pop()

const [first, second] = [randomUUIDv7(), randomUUIDv7()]
beforeAll(async () => {
  ledger = await openTestLedger()
  const { log, people, db, companyId } = ledger
  await log.submit(commandEnvelope(expenseCommand(people.asha, 100, 'Sharma Traders', first)))
  plant()
  await log.submit(commandEnvelope(expenseCommand(people.asha, 200, 'Sharma Traders', second)))
  const events = await readStoredEvents(db, companyId, { after: 0, upTo: 1000 })
  ;[old, recent] = events.slice(-2)
})
afterAll(async () => {
  takeOut()
  await ledger.close()
})

const both = () => {
  if (!old || !recent) throw new Error('There are two expenses')
  return [old, recent] as const
}
const NARRATIONS = ['recorded before', '20 bags']

test('a new event is written in the new shape, and an old one stays as it was written', () => {
  expect(both().map((event) => event.schemaVersion)).toEqual([VERSION, VERSION + 1])
  expect(both().map((event) => event.hasValidHash())).toEqual([true, true])
  expect(both().map((event) => JSON.parse(event.data).entry.narration)).toEqual(['20 bags', '20 bags'])
})

test('every reader of what events say reads both in the new shape', async () => {
  const { db, companyId, people } = ledger
  await catchUp({ db, companyId, onStopped: (name) => stopped.push(name) })
  const rows = await db.selectFrom('ledger_rows').select('narration').orderBy('position').execute()
  expect(rows.map((row) => row.narration)).toEqual(NARRATIONS)
  expect(toRevisions([...both()]).map(({ after }) => after)).toMatchObject(
    NARRATIONS.map((narration) => ({ narration })),
  )
  const moment = { position: 1000 }
  const shown = await readAccountLedgerAsOf(db, companyId, { account: people.asha.id, moment, skip: 0, limit: 10 })
  expect(shown?.rows.map(({ narration }) => narration).toReversed()).toEqual(NARRATIONS)
  const { accounts } = await readBalancesAsOf(db, companyId, moment)
  expect(accounts.find(({ account }) => account === people.asha.id)?.spent).toBe('3.00')
  const sentences = both().map((event) => parseAuditEvent(toAuditEvent(event)))
  expect(sentences).toMatchObject(NARRATIONS.map((narration) => ({ data: { entry: { narration } } })))
  expect(stopped).toEqual([])
})

test('what proves shows both as they were written, and the states of an import are those of the new shape', async () => {
  const { db, companyId } = ledger
  expect(both().map((event) => toAuditEvent(event).data)).toEqual(both().map((event) => JSON.parse(event.data)))
  const file = join(temporaryFolder(), 'log.ndjson')
  const lines: string[] = []
  for await (const line of exportLogLines(db, companyId)) lines.push(line)
  writeFileSync(file, lines.join(''))
  const elsewhere = await createTestDatabase()
  const onError = (error: Error) => expect.unreachable(error.message)
  const imported = kyselyOverPool(connectPool(elsewhere.url, { name: 'test import', max: 2, onError }))
  await importLog(elsewhere.url, file, () => undefined)
  expect(await verifyLog({ db: imported, companyId, publicKey: undefined })).toMatchObject({
    ok: true,
    states: 'equal',
    problems: [],
  })
  const states = await Promise.all([first, second].map((id) => findTransaction(imported, companyId, id)))
  expect(states.map((state) => state?.entry.narration)).toEqual(NARRATIONS)
  await imported.destroy()
  await elsewhere.drop()
})

test('a reader that is older than an event says so, and does not take it for what it knows', async () => {
  const { db, companyId } = ledger
  const { position } = both()[1]
  const said = `DebitRecorded at ${position} has version ${VERSION + 1}, which this program is too old to read`
  await db.updateTable('checkpoints').set({ position: 0 }).execute()
  for (const table of PROJECTIONS.flatMap(({ tables }) => tables)) await ledger.sql.query(`TRUNCATE read.${table}`)
  takeOut()
  try {
    expect(() => both().map(decodeEvent)).toThrow(UnsupportedSchemaVersion)
    expect(() => new BalanceReplay().applyStored(both()[1])).toThrow(said)
    expect(parseAuditEvent(toAuditEvent(both()[1]))).toBeUndefined()
    await catchUp({ db, companyId, onStopped: (name) => stopped.push(name) })
    expect(stopped.sort()).toEqual(PROJECTIONS.map(({ name }) => name).sort())
    const checkpoints = await db.selectFrom('checkpoints').select(['position', 'stopped_because']).execute()
    // Every event before it was applied.
    for (const row of checkpoints) expect(row).toEqual({ position: position - 1, stopped_because: said })
    const report = await verifyLog({ db, companyId, publicKey: undefined })
    expect(report.firstBad).toEqual({ position, reason: said })
    // Code that only passes stored events on needs no shape.
    expect(toAuditEvent(both()[1])).toMatchObject({ position, schemaVersion: VERSION + 1 })
    let lines = 0
    for await (const text of exportLogLines(db, companyId)) lines += text.trimEnd().split('\n').length
    expect(lines).toBe(1 + position)
  } finally {
    plant()
  }
})
