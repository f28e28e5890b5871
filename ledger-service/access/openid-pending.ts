import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { z } from 'zod'

/** From the first redirect to the callback. */
export const PENDING_MS = 10 * 60_000

/** A sign-in that has gone to the provider: what the answer must match, and until when (milliseconds of the epoch). */
const pending = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), until: z.int() })
export type Pending = z.infer<typeof pending>

const NONCE_BYTES = 12
const TAG_BYTES = 16
const PURPOSE = 'openid-pending/v1'

/** Of which company it is: a sign-in that began at one is none at another, whose provider would be told what the first one's said. */
export interface PendingAt {
  sessionSecret: string
  companyId: string
}

/** The sealed text of a pending sign-in, which its own browser keeps in a cookie: AES-256-GCM, base64url. */
export function sealPending(at: PendingAt, given: Pending): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFor(at), nonce)
  const sealed = [nonce, cipher.update(JSON.stringify(given)), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat(sealed).toString('base64url')
}

/** @returns undefined for a text that is none of ours or another company's, was changed, or is too old */
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
    // Somebody else's text: the same as none.
    return undefined
  }
}

const keyFor = ({ sessionSecret, companyId }: PendingAt) =>
  Buffer.from(hkdfSync('sha256', sessionSecret, '', `${PURPOSE}/${companyId}`, 32))
