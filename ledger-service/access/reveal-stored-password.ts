import { HOUR_MS } from '@ledger/contracts/dates.ts'
import type { EventMeta } from '@ledger/contracts/events/event-schemas.ts'
import type { ErrorCode } from '@ledger/contracts/http/error-catalogue.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import type { AppendLog } from '../event-store/append/group-commit.ts'
import { decryptPassword } from './encrypted-password.ts'
import type { RateLimiter } from './rate-limiter.ts'

/** An admin may look at this many passwords per hour (api.md, The visible password). */
const MAX_REVEALS_PER_HOUR = 30

interface RevealContext {
  db: Kysely<Database>
  companyId: string
  log: AppendLog
  rateLimiter: RateLimiter
  revealKey: Buffer | undefined
  clock: () => string
  /**
   * Called where the copy belongs to another account or its key is lost: then only a new password makes one that can be
   * shown.
   */
  onUnreadable: (accountId: string) => void
}

/**
 * Returns the password that an admin set for an account, after the look is recorded in the log.
 * @returns null where no copy is stored, or none that can be read; the seconds to wait once the limit of the hour is
 * reached; a refusal where the session ended
 */
export async function revealPassword(
  { db, companyId, log, rateLimiter, revealKey, clock, onUnreadable }: RevealContext,
  { by, accountId, meta }: { by: { account: string; epoch: number }; accountId: string; meta: EventMeta },
): Promise<string | null | { refused: ErrorCode } | { waitSeconds: number }> {
  if (!revealKey) return null
  const copy = await db
    .selectFrom('password_copies')
    .select(['nonce', 'ciphertext'])
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!copy) return null
  const waitSeconds = await rateLimiter.countInWindow(`reveal ${by.account}`, MAX_REVEALS_PER_HOUR, HOUR_MS)
  if (waitSeconds > 0) return { waitSeconds }
  const { status } = await log.submit({
    command: { type: 'RevealPassword', account: accountId, role: 'site_incharge', by, now: clock() },
    meta,
    answer: () => ({ status: 200, body: '' }),
  })
  if (status !== 200) return { refused: status === 401 ? 'unauthorized' : 'not_found' }
  const password = decryptPassword(revealKey, accountId, copy)
  if (password === undefined) onUnreadable(accountId)
  return password ?? null
}
