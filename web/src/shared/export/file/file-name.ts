import type { Day } from '@ledger/contracts/dates.ts'
import { withoutInvisible } from '@ledger/contracts/text/invisible-characters.ts'
import { today } from '../../api/today.ts'
import { cutLongestToBytes } from './cut-to-bytes.ts'

/**
 * Returns a period for a file's name; "" is an open end. A period without an end runs up to today.
 * @example periodInFileName({ from: '2026-04-01', to: '' }, '2026-11-22') === '2026-04-01_to_2026-11-22'
 */
export function periodInFileName({ from, to }: { from: Day | ''; to: Day | '' }, now = today()): string {
  return `${from === '' ? 'up' : from}_to_${to === '' ? now : to}`
}

/** With the company's name and the extension, a file's name has at most 200 bytes: file systems take 255. */
const MAX_NAME_BYTES = 130

/**
 * Returns a file's name without its extension, of at most 130 bytes in UTF-8: the longest parts are cut. Typed words
 * appear as they are read, without characters that a file system refuses.
 */
export function fileNameFromParts(...parts: readonly string[]): string {
  const words = parts.map((part) =>
    withoutInvisible(part)
      .replaceAll(/[^\p{L}\p{M}\p{N}-]+/gu, '_')
      .replaceAll(/^_|_$/g, ''),
  )
  const written = words.filter((word) => word !== '')
  return cutLongestToBytes(written, MAX_NAME_BYTES)
    .map((word) => word.replaceAll(/_$/g, ''))
    .join('_')
}
