import type { EventData } from '@ledger/contracts/events/event-schemas.ts'
import { decodeEvent } from '@ledger/database/binary/event-decoder.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import {
  type Closings,
  closedUpTo,
  evolveClosings,
  isInClosedBooks,
  NEVER_CLOSED,
} from '../../domain/closings/closings-state.ts'
import { canonicalJson } from '../../event-store/integrity/canonical-json.ts'
import { readStoredEventPages } from '../../event-store/read/stored-event-pages.ts'
import { closingsAfter, readClosingEvents } from './closings-of-log.ts'
import { readStoredLeaves } from './read-sealed-balances.ts'
import { sealOf } from './seal-closing.ts'
import { SealFold } from './seal-fold.ts'

/**
 * Folds the log once more and returns what is wrong with its closings: an event that changes closed books, a seal that
 * is not the fold of the log up to its closing or has no closing that waits for one, and stored balances that are not
 * those of a seal. A log without closings is not read.
 * @param upTo the last position that is read
 */
export async function verifySeals(db: Kysely<Database>, companyId: string, upTo: number): Promise<string[]> {
  const ofClosings = (await readClosingEvents(db, companyId)).filter(({ position }) => position <= upTo)
  if (ofClosings.length === 0) return []
  const sealed = new Set(ofClosings.flatMap((event) => (event.type === 'BooksSealed' ? [event.data.closing] : [])))
  const neverReopened = new Set(closingsAfter(ofClosings).map(({ position }) => position))
  const fold = new SealFold()
  const folded = new Map<number, string>()
  const problems: string[] = []
  let closings: Closings = NEVER_CLOSED
  for await (const page of readStoredEventPages(db, companyId, { upTo }))
    for (const event of page.map(decodeEvent)) {
      if (isInClosedBooks(closings, event))
        problems.push(`The event at ${event.position} changes books that were closed up to ${closedUpTo(closings)}`)
      if (event.type === 'BooksSealed') {
        const { closing } = event.data
        if (!closings.some(({ position, isSealed }) => position === closing && !isSealed))
          problems.push(`The seal at ${event.position} is of no closing that waits for one`)
        else if (canonicalJson(event.data) !== folded.get(closing))
          problems.push(`The seal at ${event.position} is not the fold of the log up to ${closing}`)
        else problems.push(...(await wrongLeaves(db, companyId, event.data)))
      }
      const after = closedUpTo(closings)
      closings = evolveClosings(closings, event)
      fold.apply(event)
      if (event.type !== 'BooksClosed') continue
      const { upTo: closedDay } = event.data
      if (sealed.has(event.position)) {
        const seal = sealOf(fold.balances(closedDay, after), event.position, closedDay)
        folded.set(event.position, canonicalJson(seal.event))
      }
      if (neverReopened.has(event.position)) fold.sumUpTo(closedDay)
    }
  return problems
}

/** Returns the error of stored balances, from which statements and proofs are made, that are not those of the seal. */
async function wrongLeaves(
  db: Kysely<Database>,
  companyId: string,
  { closing, root }: EventData<'BooksSealed'>,
): Promise<string[]> {
  const stored = await readStoredLeaves(db, companyId, closing)
  const isWrong = stored !== undefined && stored.root !== root
  return isWrong ? [`The stored balances of the closing at ${closing} are not those of its seal`] : []
}
