import { deflateRawSync } from 'node:zlib'
import type { SealedBalanceAnswer } from '@ledger/contracts/http/books/closing-and-seal-schemas.ts'

/** The beginning of the text of a code, by which `tools/verify` knows it. */
const PROOF_CODE_PREFIX = 'SITE-LEDGER:'

/** The most characters of a code that can be scanned from paper (version 40 of QR, level L, has 4,296). */
const MAX_CODE_CHARACTERS = 4200

/**
 * Returns the proof of a sealed balance as the text of a QR code: JSON, deflated (RFC 1951) and in base 45 (RFC 9285),
 * which a code holds best. Undefined where it is too long for one.
 */
export function proofQrCodeText({ entries: _, entryHashes: __, ...proof }: SealedBalanceAnswer): string | undefined {
  const text = PROOF_CODE_PREFIX + encodeBase45(deflateRawSync(JSON.stringify(proof), { level: 9 }))
  return text.length > MAX_CODE_CHARACTERS ? undefined : text
}

const BASE45_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

/** Writes two bytes as three digits, the lowest first, and a last single byte as two. */
function encodeBase45(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 2) {
    const [high = 0, low] = bytes.subarray(at, at + 2)
    let value = low === undefined ? high : high * 256 + low
    for (let digits = low === undefined ? 2 : 3; digits > 0; digits--) {
      text += BASE45_DIGITS.charAt(value % 45)
      value = Math.floor(value / 45)
    }
  }
  return text
}
