import type { Entry } from '@ledger/contracts/events/event-schemas.ts'
import { sql } from 'kysely'

/**
 * Returns the party of an entry in a form that is equal for the same party alone: the id of a beneficiary, the receiver
 * of a transfer, or an empty text for money from head office.
 */
export function partyKeyOf(entry: Entry): string {
  switch (entry.kind) {
    case 'credit':
      return ''
    case 'debit':
      return entry.beneficiary.id
    case 'transfer':
      return `to:${entry.counterparty.name}`
  }
}

/** The same of a row of `ledger_rows`, which is the giver's where the entry is a transfer. */
export const PARTY_KEY_SQL = sql`coalesce(beneficiary_id, 'to:' || transfer_to, '')`
