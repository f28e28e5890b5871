import { randomUUID } from 'node:crypto'
import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import { type ChainedEvent, decodeEvent } from '@ledger/database/binary/event-decoder.ts'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { BatchReport } from '@ledger/ledger-service/event-store/append/batch-executor.ts'
import { type AppendLog, openAppendLog } from '@ledger/ledger-service/event-store/append/group-commit.ts'
import { eventHash, GENESIS_HASH } from '@ledger/ledger-service/event-store/integrity/hash-chain.ts'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { expect } from 'vitest'
import { connectionsWaitingForLock } from '../environment/database/lock-waiters.ts'
import { ownerPool } from '../environment/database/owner-pool.ts'
import { createTestDatabase } from '../environment/database/test-database.ts'
import { LedgerModel, type ModelAccount } from '../model/ledger-model.ts'

/** A log on a database of the test's own, with the people of the model: an admin, two incharges, two supervisors. */
export interface TestLedger {
  /** As the app, and as the owner of the tables. */
  databaseUrl: string
  ownerUrl: string
  companyId: string
  log: AppendLog
  people: { admin: ModelAccount; asha: ModelAccount; bala: ModelAccount; ravi: ModelAccount; sonu: ModelAccount }
  /** The reports of the batches, and the errors that the log reported. */
  batchReports: BatchReport[]
  errors: Error[]
  onError(error: Error): void
  /** As the app, and as the owner of the tables. */
  db: Kysely<Database>
  sql: pg.Pool
  /** A second process's log on the same database. */
  openSecondAppendLog(clock?: () => string): AppendLog
  /**
   * Returns the whole log in order. Expects it without gap, chained and never earlier (I7), and its head at the last
   * event.
   */
  readLog(): Promise<LedgerEvent[]>
  /** Waits until this many connections of that name wait for a lock; one, where no count is given. */
  untilBlocked(name: string, count?: number): Promise<void>
  close(): Promise<void>
}

export async function openTestLedger(): Promise<TestLedger> {
  const database = await createTestDatabase()
  const { url: databaseUrl, ownerUrl } = database
  const [batchReports, errors, logs]: [BatchReport[], Error[], AppendLog[]] = [[], [], []]
  let isOver = false
  const onError = (error: Error) => {
    if (!isOver) errors.push(error)
  }
  const sql = ownerPool(ownerUrl, 4)
  const db = kyselyOverPool(connectPool(databaseUrl, { name: 'test app', max: 4, onError }))
  const companyId = await createEmptyCompany(sql)
  const open = (clock: () => string, onBatch?: (report: BatchReport) => void): AppendLog => {
    const log = openAppendLog({
      databaseUrl,
      companyId,
      clock,
      notifyAppended: () => undefined,
      onError,
      ...(onBatch ? { onBatch } : {}),
    })
    logs.push(log)
    return log
  }
  const log = open(currentInstant, (report) => batchReports.push(report))
  const model = new LedgerModel(companyId)
  await Promise.all(model.openingSteps().map(({ submission }) => log.submit(submission)))
  const [admin, asha, bala, ravi, sonu] = model.modelAccounts
  if (!admin || !asha || !bala || !ravi || !sonu) throw new Error('The model begins with five people')
  batchReports.length = 0
  return {
    databaseUrl,
    ownerUrl,
    companyId,
    log,
    batchReports,
    errors,
    onError,
    db,
    sql,
    people: { admin, asha, bala, ravi, sonu },
    openSecondAppendLog: (clock = currentInstant) => open(clock),
    readLog: () => readLogEvents(sql, companyId),
    untilBlocked: (name, count = 1) => waitUntilBlocked(sql, name, count),
    async close() {
      await Promise.all(logs.map((opened) => opened.close()))
      await Promise.all([db.destroy(), sql.end()])
      // Dropping the database also ends connections that are still closing, which is no error.
      isOver = true
      await database.drop()
    },
  }
}

const currentInstant = () => new Date().toISOString()

/**
 * Opens another company in the ledger's database, with a log and the model's people of its own. Close its log before
 * the ledger.
 */
export async function openSecondCompany({
  databaseUrl,
  sql,
  onError,
}: Pick<TestLedger, 'databaseUrl' | 'sql' | 'onError'>) {
  const companyId = await createEmptyCompany(sql)
  const log = openAppendLog({ databaseUrl, companyId, clock: currentInstant, notifyAppended: () => undefined, onError })
  const model = new LedgerModel(companyId)
  await Promise.all(model.openingSteps().map(({ submission }) => log.submit(submission)))
  const [admin, asha] = model.modelAccounts
  if (!admin || !asha) throw new Error('The model begins with five people')
  return { companyId, log, people: { admin, asha } }
}

/** Creates a company with an empty log. */
export async function createEmptyCompany(sql: pg.Pool): Promise<string> {
  const companyId = randomUUID()
  await sql.query("INSERT INTO companies (company_id, name) VALUES ($1, 'Test Builders')", [companyId])
  await sql.query("INSERT INTO log_heads (company_id, position, hash, recorded_at) VALUES ($1, 0, $2, 'epoch')", [
    companyId,
    GENESIS_HASH,
  ])
  return companyId
}

export async function readLogEvents(sql: pg.Pool, companyId: string): Promise<LedgerEvent[]> {
  const { rows } = await sql.query<ChainedEvent>(
    `SELECT company_id AS "companyId", position, event_id AS "eventId", type, schema_version AS "schemaVersion",
      recorded_at AS "recordedAt", date, actor, data, meta, prev_hash AS "prevHash", hash
    FROM events WHERE company_id = $1 ORDER BY position`,
    [companyId],
  )
  let [hash, recordedAt]: [Buffer, string] = [GENESIS_HASH, '']
  for (const [index, row] of rows.entries()) {
    const { position, prevHash } = row
    if (position !== index + 1) expect.fail(`After ${index} comes ${position}`)
    if (!prevHash.equals(hash) || !row.hash.equals(eventHash(row))) expect.fail(`The chain breaks at ${position}`)
    if (row.recordedAt < recordedAt) expect.fail(`${position} was recorded before the one before it`)
    hash = row.hash
    recordedAt = row.recordedAt
  }
  const head = await sql.query('SELECT position, hash, recorded_at FROM log_heads WHERE company_id = $1', [companyId])
  expect(head.rows).toEqual([{ position: rows.length, hash, recorded_at: recordedAt }])
  return rows.map(decodeEvent)
}

async function waitUntilBlocked(sql: pg.Pool, name: string, count: number): Promise<void> {
  while ((await connectionsWaitingForLock(sql, name)).length < count);
}
