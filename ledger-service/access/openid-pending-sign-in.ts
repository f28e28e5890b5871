import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { z } from 'zod'

/** Milliseconds from the first redirect to the callback. */
export const PENDING_SIGN_IN_MS = 10 * 60_000

/**
 * A sign-in that waits for the provider: the values that the answer must match, and its end (milliseconds of the
 * epoch).
 */
const pendingSignInSchema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), until: z.int() })
export type PendingSignIn = z.infer<typeof pendingSignInSchema>

const GCM_NONCE_BYTES = 12
const GCM_TAG_BYTES = 16
const PENDING_SIGN_IN_KEY_PURPOSE = 'openid-pending/v1'

/**
 * Binds a pending sign-in to one company: another company does not accept it, and so its provider cannot learn what the
 * first one's provider sent.
 */
export interface PendingSignInScope {
  sessionSecret: string
  companyId: string
}

/** Returns the encrypted text of a pending sign-in, which its browser stores in a cookie: AES-256-GCM, base64url. */
export function encryptPendingSignIn(at: PendingSignInScope, given: PendingSignIn): string {
  const nonce = randomBytes(GCM_NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', pendingSignInKey(at), nonce)
  const sealed = [nonce, cipher.update(JSON.stringify(given)), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat(sealed).toString('base64url')
}

/** @returns undefined for a text that this company did not write, that was changed, or that is too old */
export function decryptPendingSignIn(
  at: PendingSignInScope,
  sealed: string | undefined,
  nowMs: number,
): PendingSignIn | undefined {
  const bytes = Buffer.from(sealed ?? '', 'base64url')
  if (bytes.length <= GCM_NONCE_BYTES + GCM_TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', pendingSignInKey(at), bytes.subarray(0, GCM_NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(-GCM_TAG_BYTES))
  try {
    const text =
      decipher.update(bytes.subarray(GCM_NONCE_BYTES, -GCM_TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    const opened = pendingSignInSchema.parse(JSON.parse(text))
    return opened.until > nowMs ? opened : undefined
  } catch {
    // A text that cannot be decrypted counts as no text.
    return undefined
  }
}

const pendingSignInKey = ({ sessionSecret, companyId }: PendingSignInScope) =>
  Buffer.from(hkdfSync('sha256', sessionSecret, '', `${PENDING_SIGN_IN_KEY_PURPOSE}/${companyId}`, 32))
