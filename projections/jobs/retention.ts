import { DAY_MS } from '@ledger/contracts/dates.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'

/** Longer than a wrong try counts (24 hours). */
const SIGN_IN_TRIES_RETENTION_MS = 2 * DAY_MS
/** As long as the device's cookie lives after its last sign-in. */
const DEVICES_RETENTION_MS = 365 * DAY_MS
/** No user has this many devices; a program that signs in without cookies creates one each time. */
const MAX_DEVICES_PER_ACCOUNT = 100
/**
 * A visitor's name and number are personal data: stored while work may still come of the message, which is two years on
 * a building site.
 */
const CONTACT_MESSAGES_RETENTION_MS = 2 * 365 * DAY_MS
/** More than an admin reads, and too few to fill a disk. */
const MAX_CONTACT_MESSAGES = 10_000
/** Applies to comparisons of read models that found nothing wrong. */
const COMPARISONS_RETENTION_MS = 7 * DAY_MS
/** As many as the screen shows, however old they are. */
const MIN_RETAINED_COMPARISONS = 50

/**
 * Deletes old rows of sign-in limits, devices, messages, sessions and comparisons of read models. Stored answers stay
 * as long as the log, because a phone may send an old command again months later.
 */
export async function deleteExpiredRows(db: Kysely<Database>, companyId: string): Promise<void> {
  const now = Date.now()
  const before = (retentionMs: number) => new Date(now - retentionMs).toISOString()
  await db.deleteFrom('tries').where('last_at', '<', before(SIGN_IN_TRIES_RETENTION_MS)).execute()
  await db.deleteFrom('sessions').where('expires_at', '<', before(0)).execute()
  await sql`
    DELETE FROM devices USING (
      SELECT device_hash, account_id, used_at,
        row_number() OVER (PARTITION BY account_id ORDER BY used_at DESC, device_hash) AS nth
      FROM devices WHERE company_id = ${companyId}
    ) AS known
    WHERE devices.company_id = ${companyId} AND devices.device_hash = known.device_hash
      AND devices.account_id = known.account_id
      AND (known.nth > ${MAX_DEVICES_PER_ACCOUNT} OR known.used_at < ${before(DEVICES_RETENTION_MS)})`.execute(db)
  await sql`
    DELETE FROM contact_messages USING (
      SELECT message_id, sent_at, row_number() OVER (ORDER BY sent_at DESC, message_id) AS nth
      FROM contact_messages WHERE company_id = ${companyId}
    ) AS sent
    WHERE contact_messages.company_id = ${companyId} AND contact_messages.message_id = sent.message_id
      AND (sent.nth > ${MAX_CONTACT_MESSAGES} OR sent.sent_at < ${before(CONTACT_MESSAGES_RETENTION_MS)})`.execute(db)
  await sql`
    DELETE FROM verifications USING (
      SELECT verified_at, row_number() OVER (ORDER BY verified_at DESC) AS nth
      FROM verifications WHERE company_id = ${companyId} AND (report -> 'head') IS NULL
    ) AS compared
    WHERE verifications.company_id = ${companyId} AND verifications.verified_at = compared.verified_at AND verifications.ok
      AND compared.nth > ${MIN_RETAINED_COMPARISONS} AND compared.verified_at < ${before(COMPARISONS_RETENTION_MS)}`.execute(
    db,
  )
}
