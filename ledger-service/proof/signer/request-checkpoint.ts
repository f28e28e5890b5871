import { setTimeout as sleep } from 'node:timers/promises'
import { readHeadPosition } from '@ledger/database/log-head-position.ts'
import { SIGN_CHANNEL, SIGNER_LISTENER_APPLICATION_NAME } from '@ledger/database/notification-channels.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { readNewestCheckpointSize } from '../checkpoints/read-stored-checkpoints.ts'

/** The signer polls four times a second, and then signs the events that it has not read yet. */
const LONGEST_MS = 15_000
const LOOK_MS = 100

/**
 * Requests a signature of the log's current end, which the signer would make within a minute, and waits for it for at
 * most 15 s. It does not wait where no signer listens, and stops where the signer finds another history and signs
 * nothing.
 * @returns the end of the log at the request, and the size of the newest checkpoint: smaller where the end was not
 * signed
 */
export async function requestCheckpoint(
  db: Kysely<Database>,
  companyId: string,
): Promise<{ head: number; signed: number }> {
  const head = await readHeadPosition(db, companyId)
  let signed = await readNewestCheckpointSize(db, companyId)
  if (signed >= head || !(await isListening(db))) return { head, signed }
  await sql`SELECT pg_notify(${SIGN_CHANNEL}, ${companyId})`.execute(db)
  for (const until = Date.now() + LONGEST_MS; signed < head && Date.now() < until; ) {
    await sleep(LOOK_MS)
    signed = await readNewestCheckpointSize(db, companyId)
  }
  return { head, signed }
}

/** Returns whether a signer listens; a notification has no receipt. */
async function isListening(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = ${SIGNER_LISTENER_APPLICATION_NAME}`.execute(db)
  return rows.length > 0
}
