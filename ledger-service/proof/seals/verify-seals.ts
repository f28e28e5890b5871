import { decodeEvent } from '@ledger/database/binary/event-decoder.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import { type Closings, closedUpTo, evolveClosings, isInClosedBooks, NEVER_CLOSED } from '../../domain/closings.ts'
import { canonicalJson } from '../../event-store/integrity/canonical-json.ts'
import { readStoredEventPages } from '../../event-store/read/stored-event-pages.ts'
import { readClosingEvents } from './closings-of-log.ts'
import { sealOf } from './seal-closing.ts'
import { SealFold } from './seal-fold.ts'

/**
 * Folds the log once more and returns what is wrong with its closings: an entry that was recorded, changed or deleted
 * in closed books, and a seal that is not the fold of the log up to its closing. A log without closings is not read.
 * @param upTo the last position that is read
 */
export async function verifySeals(db: Kysely<Database>, companyId: string, upTo: number): Promise<string[]> {
  const ofClosings = (await readClosingEvents(db, companyId)).filter(({ position }) => position <= upTo)
  if (ofClosings.length === 0) return []
  const seals = new Map(
    ofClosings.flatMap((event) => (event.type === 'BooksSealed' ? [[event.data.closing, event]] : [])),
  )
  const fold = new SealFold()
  const problems: string[] = []
  let closings: Closings = NEVER_CLOSED
  for await (const page of readStoredEventPages(db, companyId, { upTo }))
    for (const event of page.map(decodeEvent)) {
      if (isInClosedBooks(closings, event))
        problems.push(`The event at ${event.position} is dated in books that were closed up to ${closedUpTo(closings)}`)
      const after = closedUpTo(closings)
      closings = evolveClosings(closings, event)
      fold.apply(event)
      const seal = seals.get(event.position)
      if (event.type !== 'BooksClosed' || !seal) continue
      const folded = sealOf(fold.balances(event.data.upTo, after), event.position, event.data.upTo)
      if (canonicalJson(folded.event) !== canonicalJson(seal.data))
        problems.push(`The seal at ${seal.position} is not the fold of the log up to ${event.position}`)
    }
  return problems
}
