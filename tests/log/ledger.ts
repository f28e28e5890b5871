import { randomUUID } from 'node:crypto'
import type { LedgerEvent } from '@ledger/contracts/events.ts'
import { connect, connectPool } from '@ledger/database/connect.ts'
import { type SealedEvent, unseal } from '@ledger/database/stored-event.ts'
import type { Database } from '@ledger/database/tables.ts'
import { type AppendLog, type BatchReport, openLog } from '@ledger/ledger-service/event-store/append.ts'
import { GENESIS_HASH, hashOf } from '@ledger/ledger-service/event-store/chain.ts'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { expect } from 'vitest'
import { createDatabase } from '../environment/database.ts'
import { ownerPool } from '../environment/owner-pool.ts'
import { waitingForLock } from '../environment/waiting.ts'
import { type Holder, Model } from '../model/model.ts'

/** A log on a database of the test's own, with the people of the model: an admin, two incharges, two supervisors. */
export interface TestLedger {
  /** As the app, and as the owner of the tables. */
  databaseUrl: string
  ownerUrl: string
  companyId: string
  log: AppendLog
  people: { admin: Holder; asha: Holder; bala: Holder; ravi: Holder; sonu: Holder }
  /** How the batches went, and what the log complained of. */
  batches: BatchReport[]
  errors: Error[]
  onError(error: Error): void
  /** As the app, and as the owner of the tables. */
  db: Kysely<Database>
  sql: pg.Pool
  /** A second process's log on the same database. */
  openAnother(clock?: () => string): AppendLog
  /** The whole log in order, proved to be without gap, chained and never earlier (I7), and its head the last of it. */
  readLog(): Promise<LedgerEvent[]>
  /** Waits until so many connections of that name wait for a lock; one, where it is not said. */
  untilBlocked(name: string, count?: number): Promise<void>
  close(): Promise<void>
}

export async function openLedger(): Promise<TestLedger> {
  const database = await createDatabase()
  const { url: databaseUrl, ownerUrl } = database
  const [batches, errors, logs]: [BatchReport[], Error[], AppendLog[]] = [[], [], []]
  let isOver = false
  const onError = (error: Error) => {
    if (!isOver) errors.push(error)
  }
  const sql = ownerPool(ownerUrl, 4)
  const db = connect(connectPool(databaseUrl, { name: 'test app', max: 4, onError }))
  const companyId = await newCompany(sql)
  const open = (clock: () => string, onBatch?: (report: BatchReport) => void): AppendLog => {
    const log = openLog({
      databaseUrl,
      companyId,
      clock,
      announce: () => undefined,
      onError,
      ...(onBatch ? { onBatch } : {}),
    })
    logs.push(log)
    return log
  }
  const log = open(now, (report) => batches.push(report))
  const model = new Model(companyId)
  await Promise.all(model.beginning().map(({ submission }) => log.submit(submission)))
  const [admin, asha, bala, ravi, sonu] = model.holders
  if (!admin || !asha || !bala || !ravi || !sonu) throw new Error('The model begins with five people')
  batches.length = 0
  return {
    databaseUrl,
    ownerUrl,
    companyId,
    log,
    batches,
    errors,
    onError,
    db,
    sql,
    people: { admin, asha, bala, ravi, sonu },
    openAnother: (clock = now) => open(clock),
    readLog: () => readLog(sql, companyId),
    untilBlocked: (name, count = 1) => untilBlocked(sql, name, count),
    async close() {
      await Promise.all(logs.map((opened) => opened.close()))
      await Promise.all([db.destroy(), sql.end()])
      // Dropping ends connections that are still saying goodbye, which is no fault of theirs.
      isOver = true
      await database.drop()
    },
  }
}

const now = () => new Date().toISOString()

/** Another company in the ledger's database, with a log and the model's people of its own. Close its log before the ledger. */
export async function openAnotherCompany({
  databaseUrl,
  sql,
  onError,
}: Pick<TestLedger, 'databaseUrl' | 'sql' | 'onError'>) {
  const companyId = await newCompany(sql)
  const log = openLog({ databaseUrl, companyId, clock: now, announce: () => undefined, onError })
  const model = new Model(companyId)
  await Promise.all(model.beginning().map(({ submission }) => log.submit(submission)))
  const [admin, asha] = model.holders
  if (!admin || !asha) throw new Error('The model begins with five people')
  return { companyId, log, people: { admin, asha } }
}

/** An empty log. */
export async function newCompany(sql: pg.Pool): Promise<string> {
  const companyId = randomUUID()
  await sql.query("INSERT INTO companies (company_id, name) VALUES ($1, 'Test Builders')", [companyId])
  await sql.query("INSERT INTO log_heads (company_id, position, hash, recorded_at) VALUES ($1, 0, $2, 'epoch')", [
    companyId,
    GENESIS_HASH,
  ])
  return companyId
}

export async function readLog(sql: pg.Pool, companyId: string): Promise<LedgerEvent[]> {
  const { rows } = await sql.query<SealedEvent>(
    `SELECT company_id AS "companyId", position, event_id AS "eventId", type, schema_version AS "schemaVersion",
      recorded_at AS "recordedAt", date, actor, data, meta, prev_hash AS "prevHash", hash
    FROM events WHERE company_id = $1 ORDER BY position`,
    [companyId],
  )
  let [hash, recordedAt]: [Buffer, string] = [GENESIS_HASH, '']
  for (const [index, row] of rows.entries()) {
    const { position, prevHash } = row
    if (position !== index + 1) expect.fail(`After ${index} comes ${position}`)
    if (!prevHash.equals(hash) || !row.hash.equals(hashOf(row))) expect.fail(`The chain breaks at ${position}`)
    if (row.recordedAt < recordedAt) expect.fail(`${position} was recorded before the one before it`)
    hash = row.hash
    recordedAt = row.recordedAt
  }
  const head = await sql.query('SELECT position, hash, recorded_at FROM log_heads WHERE company_id = $1', [companyId])
  expect(head.rows).toEqual([{ position: rows.length, hash, recorded_at: recordedAt }])
  return rows.map(unseal)
}

async function untilBlocked(sql: pg.Pool, name: string, count: number): Promise<void> {
  while ((await waitingForLock(sql, name)).length < count);
}
