import { dayOf } from '@ledger/contracts/dates.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import { dateText, timeText } from '../../shared/language/figures.ts'
import type { Language } from '../../shared/language/language.ts'

export type Part = 'balance' | 'entries' | 'sums' | 'names' | 'supervisors' | 'other'

const PART_OF: Readonly<Record<string, Part>> = {
  '/api/site/balance': 'balance',
  '/api/site/transactions': 'entries',
  '/api/site/ledger': 'sums',
  '/api/site/summary': 'sums',
  '/api/site/recipients': 'sums',
  '/api/site/beneficiaries': 'names',
  '/api/site/supervisors': 'supervisors',
}

/**
 * Returns for each part of the screen the time of its oldest answer, in the order of the table above. A part that shows
 * nothing is left out.
 */
export function timesOf(client: QueryClient, language: Language): readonly (readonly [Part, string])[] {
  const oldest = new Map<Part, number>()
  for (const query of client.getQueryCache().findAll({ type: 'active' })) {
    const { data, dataUpdatedAt } = query.state
    if (data !== undefined)
      oldest.set(partOf(query), Math.min(dataUpdatedAt, oldest.get(partOf(query)) ?? dataUpdatedAt))
  }
  return [...new Set([...Object.values(PART_OF), 'other' as const])].flatMap((part) => {
    const at = oldest.get(part)
    return at === undefined ? [] : [[part, momentText(new Date(at).toISOString(), language)] as const]
  })
}

function partOf({ queryKey: [path] }: Query): Part {
  return PART_OF[String(path)] ?? 'other'
}

/**
 * Returns the time by this device's own clock, as the answers are stamped: "10:03 am", with the date where it is
 * another day.
 */
function momentText(instant: string, language: Language): string {
  return dayOf(instant) === dayOf(new Date().toISOString())
    ? timeText(instant)
    : `${dateText(instant, language)}, ${timeText(instant)}`
}
