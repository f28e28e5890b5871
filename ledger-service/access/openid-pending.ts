import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { z } from 'zod'

/** Milliseconds from the first redirect to the callback. */
export const PENDING_MS = 10 * 60_000

/**
 * A sign-in that waits for the provider: the values that the answer must match, and its end (milliseconds of the
 * epoch).
 */
const pending = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), until: z.int() })
export type Pending = z.infer<typeof pending>

const NONCE_BYTES = 12
const TAG_BYTES = 16
const PURPOSE = 'openid-pending/v1'

/**
 * Binds a pending sign-in to one company: another company does not accept it, and so its provider cannot learn what the
 * first one's provider sent.
 */
export interface PendingAt {
  sessionSecret: string
  companyId: string
}

/** Returns the encrypted text of a pending sign-in, which its browser stores in a cookie: AES-256-GCM, base64url. */
export function sealPending(at: PendingAt, given: Pending): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFor(at), nonce)
  const sealed = [nonce, cipher.update(JSON.stringify(given)), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat(sealed).toString('base64url')
}

/** @returns undefined for a text that this company did not write, that was changed, or that is too old */
export function openPending(at: PendingAt, sealed: string | undefined, nowMs: number): Pending | undefined {
  const bytes = Buffer.from(sealed ?? '', 'base64url')
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', keyFor(at), bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    const opened = pending.parse(JSON.parse(text))
    return opened.until > nowMs ? opened : undefined
  } catch {
    // A text that cannot be decrypted counts as no text.
    return undefined
  }
}

const keyFor = ({ sessionSecret, companyId }: PendingAt) =>
  Buffer.from(hkdfSync('sha256', sessionSecret, '', `${PURPOSE}/${companyId}`, 32))
