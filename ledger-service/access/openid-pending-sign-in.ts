import { hkdfSync } from 'node:crypto'
import { z } from 'zod'
import { decryptSecret, encryptSecret } from './secret-encryption.ts'

/** Milliseconds from the first redirect to the callback. */
export const PENDING_SIGN_IN_MS = 10 * 60_000

/**
 * A sign-in that waits for the provider: the values that the answer must match, and its end (milliseconds of the
 * epoch).
 */
const pendingSignInSchema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), until: z.int() })
export type PendingSignIn = z.infer<typeof pendingSignInSchema>

const PENDING_SIGN_IN_KEY_PURPOSE = 'openid-pending/v1'

/**
 * Binds a pending sign-in to one company: another company does not accept it, and so its provider cannot learn what the
 * first one's provider sent.
 */
export interface PendingSignInScope {
  sessionSecret: string
  companyId: string
}

/** Returns the encrypted text of a pending sign-in, which its browser stores in a cookie: base64url. */
export function encryptPendingSignIn(at: PendingSignInScope, given: PendingSignIn): string {
  return encryptSecret(pendingSignInKey(at), '', JSON.stringify(given)).toString('base64url')
}

/** @returns undefined for a text that this company did not write, that was changed, or that is too old */
export function decryptPendingSignIn(
  at: PendingSignInScope,
  encrypted: string | undefined,
  nowMs: number,
): PendingSignIn | undefined {
  const text = decryptSecret(pendingSignInKey(at), '', Buffer.from(encrypted ?? '', 'base64url'))
  if (!text) return undefined
  const pending = pendingSignInSchema.parse(JSON.parse(text.toString()))
  return pending.until > nowMs ? pending : undefined
}

const pendingSignInKey = ({ sessionSecret, companyId }: PendingSignInScope) =>
  Buffer.from(hkdfSync('sha256', sessionSecret, '', `${PENDING_SIGN_IN_KEY_PURPOSE}/${companyId}`, 32))
