import { hash } from 'node:crypto'
import type { Day } from '@ledger/contracts/dates.ts'
import { canonicalJson } from '../../event-store/integrity/canonical-json.ts'
import { LEAF_PREFIX } from '../merkle/merkle-tree.ts'

/** One account in the seal of a closing. Amounts are in paise; a balance may be negative. */
export interface SealedBalance {
  version: 1
  /** The inner id of a person, `head_office`, or the id of a beneficiary. */
  account: string
  /** The name at the closing. */
  name: string
  /** The first day after the closing before; null where the books were never closed before. */
  from: Day | null
  upTo: Day
  /** The balance before `from`. */
  opening: number
  received: number
  spent: number
  /** opening + received - spent */
  closing: number
  /** How many entries `digest` covers: those dated from `from` to `upTo`. */
  entries: number
  /** The root of the Merkle tree over these entries, in lower-case hex. */
  digest: string
}

/** One side of an entry, as the digest of an account covers it. */
export interface SealedEntry {
  transaction: string
  /** ISO 8601 in UTC. */
  date: string
  side: 'received' | 'spent'
  paise: number
  /** The name of the other side. */
  party: string
  purpose: string
  paymentMode: string
  narration: string
  reference: string | null
}

const LEAF_PREFIX_TEXT = LEAF_PREFIX.toString('latin1')

/** Returns the hash of a leaf of RFC 6962 over the canonical JSON (RFC 8785) of a value. */
export const sealLeafHash = (value: SealedBalance | SealedEntry): Buffer =>
  Buffer.from(sealLeafHashText(value), 'latin1')

/** Returns the same hash with a character for each byte, which takes less memory than a Buffer. */
export const sealLeafHashText = (value: SealedBalance | SealedEntry): string =>
  hash('sha256', LEAF_PREFIX_TEXT + canonicalJson(value), 'binary')
