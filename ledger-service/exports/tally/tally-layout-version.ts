import type { EventData } from '@ledger/contracts/events/event-schemas.ts'

/** The form of a file. A kept one is made again in its own; see `TALLY_LAYOUT` for what changed. */
export type TallyLayout = EventData<'TallyExported'>['layout']

/**
 * The form of new files. Since layout 2 an entry that was deleted before Tally got it is cancelled there, so that no
 * number is missing, and two people never share a ledger because one had another of the office's choice for a while.
 * Since layout 3 a name that Tally has of a person is never the default of another, whatever the first one has now;
 * only people and sites that a file named keep their names; and a purpose is an indirect expense by whole words.
 * Since layout 4 the ledger of a party or of a listed purpose is found under each of its spellings; only expenses and
 * purchases have a cost centre; and an entry that was deleted needs no ledger.
 */
export const TALLY_LAYOUT: TallyLayout = 4
