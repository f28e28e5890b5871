import { setTimeout as sleep } from 'node:timers/promises'
import { SIGN_CHANNEL, SIGNER_LISTENS } from '@ledger/database/connect.ts'
import type { Database } from '@ledger/database/tables.ts'
import { headPosition } from '@ledger/projections/log.ts'
import { type Kysely, sql } from 'kysely'
import { newestSize } from './kept-notes.ts'

/** The signer looks four times a second, and then signs what it has not read yet. */
const LONGEST_MS = 15_000
const LOOK_MS = 100

/**
 * Has the signer sign a log as it is now, which it would do within a minute, and waits for that for at most 15 s. Where no signer
 * listens, or it finds another history and signs nothing, nothing is waited for or no longer.
 * @returns where the log ended when it was asked, and the size of the newest checkpoint: smaller than that where it was not signed
 */
export async function requestCheckpoint(
  db: Kysely<Database>,
  companyId: string,
): Promise<{ head: number; signed: number }> {
  const head = await headPosition(db, companyId)
  let signed = await newestSize(db, companyId)
  if (signed >= head || !(await isListening(db))) return { head, signed }
  await sql`SELECT pg_notify(${SIGN_CHANNEL}, ${companyId})`.execute(db)
  for (const until = Date.now() + LONGEST_MS; signed < head && Date.now() < until; ) {
    await sleep(LOOK_MS)
    signed = await newestSize(db, companyId)
  }
  return { head, signed }
}

/** A notification says to nobody whether it was heard. */
async function isListening(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = ${SIGNER_LISTENS}`.execute(db)
  return rows.length > 0
}
