import type { Day } from '@ledger/contracts/dates.ts'
import type { EventData } from '@ledger/contracts/events/event-schemas.ts'
import { decodePayload } from '@ledger/database/binary/event-decoder.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import { canonicalJson } from '../../event-store/integrity/canonical-json.ts'
import { readStoredEventPages } from '../../event-store/read/stored-event-pages.ts'
import { merkleRoot } from '../merkle/merkle-tree.ts'
import { closingsAfter, readClosingEvents, type SealInput } from './closings-of-log.ts'
import { SealFold } from './seal-fold.ts'
import { type SealedBalance, type SealedEntry, sealLeafHash } from './sealed-balance-and-entry.ts'

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
  const isDigested = (day: Day) => day <= upTo && (after === null || day > after)
  const fold = await foldUpTo(db, companyId, closing, new SealFold({ isDigested }), onProgress)
  return sealOf(fold.balances(upTo, after), closing, upTo)
}

/** Folds the log up to a closing and returns the entries of an account that its seal covers. */
export async function sealedEntries(
  db: Kysely<Database>,
  companyId: string,
  { closing, upTo, after, account }: SealInput & { account: string },
  onProgress: (folded: { done: number; of: number }) => void,
): Promise<SealedEntry[]> {
  const fold = await foldUpTo(db, companyId, closing, new SealFold({ account, isDigested: () => false }), onProgress)
  return fold.entriesOfAccount(upTo, after)
}

async function foldUpTo(
  db: Kysely<Database>,
  companyId: string,
  closing: number,
  fold: SealFold,
  onProgress: (folded: { done: number; of: number }) => void,
): Promise<SealFold> {
  const earlier = (await readClosingEvents(db, companyId)).filter(({ position }) => position < closing)
  const closedDays = new Map(closingsAfter(earlier).map(({ position, upTo }) => [position, upTo]))
  for await (const page of readStoredEventPages(db, companyId, { upTo: closing })) {
    for (const event of page) {
      fold.apply(decodePayload(event))
      const closedDay = closedDays.get(event.position)
      if (closedDay !== undefined) fold.sumUpTo(closedDay)
    }
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
