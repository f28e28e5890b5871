import { randomUUID } from 'node:crypto'
import { BACKED_UP_TABLES } from '@ledger/ledger-service/backup/backup-policy-of-tables.ts'
import { eventHash, GENESIS_HASH } from '@ledger/ledger-service/event-store/integrity/hash-chain.ts'
import type { Pool } from 'pg'

/** The tables whose rows a twin gets new; the rows of all other tables are copied. */
const TABLES_NOT_COPIED = ['companies', 'company_hosts', 'log_heads', 'events', 'signed_checkpoints', 'verifier_keys']

interface TableRow {
  [column: string]: unknown
  position: number
  event_id: string
  type: string
  schema_version: number
  recorded_at: string
  date: string
  actor: string
  data: string
  meta: string
}

/**
 * Creates a second company with all data of the first under the same ids: the same people with the same numbers and
 * passwords, the same entries, keys and bills. Ids are random, so between two unrelated companies a statement that
 * forgets the company may find no rows of the other by luck; between twins it finds them. The log gets new hashes,
 * because the company is part of every hash. The worker builds the read models.
 * @returns the twin's id
 */
export async function cloneCompany(owner: Pool, companyId: string, name: string, host: string): Promise<string> {
  const twin = randomUUID()
  const client = await owner.connect()
  try {
    await client.query('BEGIN')
    // The lock prevents appends meanwhile.
    await client.query('SELECT FROM log_heads WHERE company_id = $1 FOR UPDATE', [companyId])
    for (const table of BACKED_UP_TABLES.filter((each) => !TABLES_NOT_COPIED.includes(each)))
      await client.query(
        `INSERT INTO ${table} SELECT (jsonb_populate_record(r, jsonb_build_object('company_id', $2::text))).*
          FROM ${table} r WHERE company_id = $1`,
        [companyId, twin],
      )
    const { rows } = await client.query<TableRow>('SELECT * FROM events WHERE company_id = $1 ORDER BY position', [
      companyId,
    ])
    let prevHash: Buffer = GENESIS_HASH
    for (const row of rows) {
      const { position, event_id: eventId, type, schema_version: schemaVersion, recorded_at: recordedAt } = row
      const { date, actor, data, meta } = row
      const event = {
        companyId: twin,
        position,
        eventId,
        type,
        schemaVersion,
        recordedAt,
        date,
        actor,
        data,
        meta,
        prevHash,
      }
      const hash = eventHash(event as Parameters<typeof eventHash>[0])
      await client.query(
        `INSERT INTO events (company_id, position, event_id, type, schema_version, recorded_at, date, actor, data, meta, prev_hash, hash)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
        [twin, position, eventId, type, schemaVersion, recordedAt, date, actor, data, meta, prevHash, hash],
      )
      prevHash = hash
    }
    await client.query(
      `INSERT INTO log_heads (company_id, position, hash, recorded_at, total_paise)
        SELECT $2, position, $3, recorded_at, total_paise FROM log_heads WHERE company_id = $1`,
      [companyId, twin, prevHash],
    )
    await client.query('INSERT INTO companies (company_id, name) VALUES ($1, $2)', [twin, name])
    await client.query('INSERT INTO company_hosts (host, company_id) VALUES ($1, $2)', [host, twin])
    await client.query('COMMIT')
    return twin
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}
