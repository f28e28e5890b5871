import { randomUUIDv7 } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UPCASTERS } from '@ledger/contracts/upcast.ts'
import { connect, connectPool } from '@ledger/database/connect.ts'
import { storedEvents } from '@ledger/database/read-log.ts'
import { type StoredEvent, UnknownShape, unseal } from '@ledger/database/stored-event.ts'
import { findTransaction } from '@ledger/ledger-service/event-store/read.ts'
import { asOf } from '@ledger/ledger-service/proof/as-of.ts'
import { auditEventOf } from '@ledger/ledger-service/proof/audit-event.ts'
import { BalanceFold } from '@ledger/ledger-service/proof/balance-fold.ts'
import { exportLines } from '@ledger/ledger-service/proof/export.ts'
import { revisionsOf } from '@ledger/ledger-service/proof/history.ts'
import { importLog } from '@ledger/ledger-service/proof/import.ts'
import { ledgerAsOf } from '@ledger/ledger-service/proof/ledger-as-of.ts'
import { verifyLog } from '@ledger/ledger-service/proof/verify.ts'
import { catchUp, PROJECTIONS } from '@ledger/projections/projector.ts'
import { readEvent } from '@ledger/web/src/audit/sentences/read-event.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../environment/database.ts'
import { temporaryFolder } from '../environment/folder.ts'
import { openLedger, type TestLedger } from './ledger.ts'
import { expense, submission } from './submissions.ts'

/**
 * The day on which expenses get a third shape: in the new one their narration tells which program recorded them, and the old
 * ones get it from an upcaster. One event of the second and one of the third shape is in the log.
 */

let ledger: TestLedger
let [old, recent]: (StoredEvent | undefined)[] = []
const stopped: string[] = []

function plant(): void {
  UPCASTERS.DebitRecorded?.push((data) => ({
    ...data,
    entry: { ...(data.entry as object), narration: 'recorded by version 2' },
  }))
}
const takeOut = () => void UPCASTERS.DebitRecorded?.pop()

const [first, second] = [randomUUIDv7(), randomUUIDv7()]
beforeAll(async () => {
  ledger = await openLedger()
  const { log, people, db, companyId } = ledger
  await log.submit(submission(expense(people.asha, 100, 'Sharma Traders', first)))
  plant()
  await log.submit(submission(expense(people.asha, 200, 'Sharma Traders', second)))
  const events = await storedEvents(db, companyId, { after: 0, upTo: 1000 })
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
const NARRATIONS = ['recorded by version 2', '20 bags']

test('a new event is written in the new shape, and an old one stays as it was written', () => {
  expect(both().map((event) => event.schemaVersion)).toEqual([2, 3])
  expect(both().map((event) => event.isIntact())).toEqual([true, true])
  expect(both().map((event) => JSON.parse(event.data).entry.narration)).toEqual(['20 bags', '20 bags'])
})

test('every reader of what events say reads both in the new shape', async () => {
  const { db, companyId, people } = ledger
  await catchUp({ db, companyId, onStopped: (name) => stopped.push(name) })
  const rows = await db.selectFrom('ledger_rows').select('narration').orderBy('position').execute()
  expect(rows.map((row) => row.narration)).toEqual(NARRATIONS)
  expect(revisionsOf([...both()]).map(({ after }) => after)).toMatchObject(
    NARRATIONS.map((narration) => ({ narration })),
  )
  const moment = { position: 1000 }
  const shown = await ledgerAsOf(db, companyId, { account: people.asha.id, moment, skip: 0, limit: 10 })
  expect(shown?.rows.map(({ narration }) => narration).toReversed()).toEqual(NARRATIONS)
  const { accounts } = await asOf(db, companyId, moment)
  expect(accounts.find(({ account }) => account === people.asha.id)?.spent).toBe('3.00')
  const sentences = both().map((event) => readEvent(auditEventOf(event)))
  expect(sentences).toMatchObject(NARRATIONS.map((narration) => ({ data: { entry: { narration } } })))
  expect(stopped).toEqual([])
})

test('what proves shows both as they were written, and the states of an import are those of the new shape', async () => {
  const { db, companyId } = ledger
  expect(both().map((event) => auditEventOf(event).data)).toEqual(both().map((event) => JSON.parse(event.data)))
  const file = join(temporaryFolder(), 'log.ndjson')
  const lines: string[] = []
  for await (const line of exportLines(db, companyId)) lines.push(line)
  writeFileSync(file, lines.join(''))
  const elsewhere = await createDatabase()
  const onError = (error: Error) => expect.unreachable(error.message)
  const imported = connect(connectPool(elsewhere.url, { name: 'test import', max: 2, onError }))
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
  const said = `DebitRecorded at ${position} has version 3, which this program is too old to read`
  await db.updateTable('checkpoints').set({ position: 0 }).execute()
  for (const table of PROJECTIONS.flatMap(({ tables }) => tables)) await ledger.sql.query(`TRUNCATE read.${table}`)
  takeOut()
  try {
    expect(() => both().map(unseal)).toThrow(UnknownShape)
    expect(() => new BalanceFold().takeStored(both()[1])).toThrow(said)
    expect(readEvent(auditEventOf(both()[1]))).toBeUndefined()
    await catchUp({ db, companyId, onStopped: (name) => stopped.push(name) })
    expect(stopped.sort()).toEqual(PROJECTIONS.map(({ name }) => name).sort())
    const checkpoints = await db.selectFrom('checkpoints').select(['position', 'stopped_because']).execute()
    // Everything before it was taken.
    for (const row of checkpoints) expect(row).toEqual({ position: position - 1, stopped_because: said })
    const report = await verifyLog({ db, companyId, publicKey: undefined })
    expect(report.firstBad).toEqual({ position, reason: said })
    // Who only passes on what was written needs to know no shape.
    expect(auditEventOf(both()[1])).toMatchObject({ position, schemaVersion: 3 })
    let lines = 0
    for await (const text of exportLines(db, companyId)) lines += text.trimEnd().split('\n').length
    expect(lines).toBe(1 + position)
  } finally {
    plant()
  }
})
