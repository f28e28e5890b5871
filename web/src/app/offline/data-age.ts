import { dayOf } from '@ledger/contracts/dates.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import { dateText, timeText } from '../../shared/language/format-money-and-dates.ts'
import type { Language } from '../../shared/language/language-setting.ts'

export type ScreenPart = 'balance' | 'entries' | 'sums' | 'names' | 'supervisors' | 'other'

const SCREEN_PART_BY_PATH: Readonly<Record<string, ScreenPart>> = {
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
export function dataTimesByPart(client: QueryClient, language: Language): readonly (readonly [ScreenPart, string])[] {
  const oldest = new Map<ScreenPart, number>()
  for (const query of client.getQueryCache().findAll({ type: 'active' })) {
    const { data, dataUpdatedAt } = query.state
    if (data !== undefined)
      oldest.set(screenPartOf(query), Math.min(dataUpdatedAt, oldest.get(screenPartOf(query)) ?? dataUpdatedAt))
  }
  return [...new Set([...Object.values(SCREEN_PART_BY_PATH), 'other' as const])].flatMap((part) => {
    const at = oldest.get(part)
    return at === undefined ? [] : [[part, momentText(new Date(at).toISOString(), language)] as const]
  })
}

function screenPartOf({ queryKey: [path] }: Query): ScreenPart {
  return SCREEN_PART_BY_PATH[String(path)] ?? 'other'
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
