import { dayOf } from '@ledger/contracts/dates.ts'
import { entryBeforeAndAfter } from '@ledger/contracts/events/entry-before-and-after-event.ts'
import type { Entry, LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { RowOf } from '@ledger/database/tables/database-schema.ts'
import { defineReadModelTable } from '../read-model-table.ts'
import type { RowAccumulator } from '../row-accumulator.ts'
import { partyKeyOf } from './party-key.ts'

type AlikeEntriesRow = RowOf<'alike_entries'>

export const ALIKE_ENTRIES_TABLE = defineReadModelTable(
  'alike_entries',
  {
    ...({ account_id: 'uuid', day: 'text', paise: 'bigint', party: 'text' } as const),
    ...({ entries: 'integer', joined_position: 'bigint', dismissed_position: 'bigint' } as const),
  },
  ['account_id', 'day', 'paise', 'party'],
  { entries: 'sum', joined_position: 'greatest', dismissed_position: 'greatest' },
)

/**
 * Counts entries by account, day, amount and party. "Not a duplicate" dismisses all that were alike then; an entry that
 * becomes like them later joins at a higher position, and all of them look alike again. An edit that leaves all four as
 * they are is no new entry.
 */
export function accumulateAlikeEntries(rows: RowAccumulator<AlikeEntriesRow>, events: readonly LedgerEvent[]): void {
  function alike(entry: Entry): AlikeEntriesRow {
    const key = keyOf(entry)
    const name = nameOf(key)
    const row = rows.get(name) ?? { ...key, entries: 0, joined_position: 0, dismissed_position: 0 }
    rows.set(name, row)
    return row
  }
  for (const event of events) {
    const { position } = event
    if (event.type === 'EntryReviewed' && event.data.as === 'not_duplicate')
      alike(event.data.reviewed).dismissed_position = position
    const { before, after } = entryBeforeAndAfter(event)
    if (before && after && nameOf(keyOf(before)) === nameOf(keyOf(after))) continue
    if (before) alike(before).entries -= 1
    if (!after) continue
    const row = alike(after)
    row.entries += 1
    row.joined_position = position
  }
}

const keyOf = (entry: Entry) => ({
  account_id: entry.account.id,
  day: dayOf(entry.date),
  paise: entry.paise,
  party: partyKeyOf(entry),
})

const nameOf = ({ account_id, day, paise, party }: ReturnType<typeof keyOf>) => `${account_id} ${day} ${paise} ${party}`
