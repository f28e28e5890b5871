import type { Day } from '@ledger/contracts/dates.ts'
import type { EventData } from '@ledger/contracts/events/event-schemas.ts'
import { decodeEvent } from '@ledger/database/binary/event-decoder.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import { canonicalJson } from '../../event-store/integrity/canonical-json.ts'
import { readStoredEventPages } from '../../event-store/read/stored-event-pages.ts'
import { merkleRoot } from '../merkle/merkle-tree.ts'
import { SealFold } from './seal-fold.ts'
import { type SealedBalance, type SealedEntry, sealLeafHash } from './sealed-balance.ts'

/** A closing to seal, and the last day of the closing before it. */
export interface SealInput {
  closing: number
  upTo: Day
  after: Day | null
}

/** A folded closing: what its event holds, and the canonical JSON of every leaf with its account. */
export interface Seal {
  event: EventData<'BooksSealed'>
  leaves: { account: string; content: string }[]
}

/**
 * Folds the log up to a closing and returns its seal. It reads a page at a time, and no lock of the log's head is held:
 * since the closing nothing can be dated before it, so the result does not depend on when it is made.
 */
export async function sealClosing(
  db: Kysely<Database>,
  companyId: string,
  { closing, upTo, after }: SealInput,
  onProgress: (folded: { done: number; of: number }) => void,
): Promise<Seal> {
  const fold = await foldUpTo(db, companyId, closing, new SealFold(), onProgress)
  return sealOf(fold.balances(upTo, after), closing, upTo)
}

/** Folds the log up to a closing and returns the entries of an account that its seal covers. */
export async function sealedEntries(
  db: Kysely<Database>,
  companyId: string,
  { closing, upTo, after, account }: SealInput & { account: string },
  onProgress: (folded: { done: number; of: number }) => void,
): Promise<SealedEntry[]> {
  const fold = await foldUpTo(db, companyId, closing, new SealFold(account), onProgress)
  return fold.entriesOfAccount(upTo, after)
}

async function foldUpTo(
  db: Kysely<Database>,
  companyId: string,
  closing: number,
  fold: SealFold,
  onProgress: (folded: { done: number; of: number }) => void,
): Promise<SealFold> {
  for await (const page of readStoredEventPages(db, companyId, { upTo: closing })) {
    for (const event of page) fold.apply(decodeEvent(event))
    onProgress({ done: page.at(-1)?.position ?? 0, of: closing })
  }
  return fold
}

/** Returns the seal of these balances. */
export function sealOf(balances: readonly SealedBalance[], closing: number, upTo: Day): Seal {
  const root = merkleRoot(balances.map(sealLeafHash)).toString('hex')
  const sum = (side: 'received' | 'spent') => balances.reduce((total, balance) => total + balance[side], 0)
  return {
    event: { upTo, closing, accounts: balances.length, root, receivedPaise: sum('received'), spentPaise: sum('spent') },
    leaves: balances.map((balance) => ({ account: balance.account, content: canonicalJson(balance) })),
  }
}
