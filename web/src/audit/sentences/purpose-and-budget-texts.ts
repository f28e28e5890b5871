import type { EventData } from '@ledger/contracts/events/event-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { changedPurposes, type ListedPurpose, purposeAsText } from '@ledger/contracts/purposes/company-purpose-list.ts'
import { LOCALE, MONTH_STYLE, rupees } from '../../shared/language/format-money-and-dates.ts'
import type { Language } from '../../shared/language/language-setting.ts'

/** Returns the purposes that a change of the list took away, and those that it added, in all their words. */
export function changedPurposesText(data: EventData<'PurposesChanged'>): string {
  const { before, after } = changedPurposes(data)
  return `${listText(before)} → ${listText(after)}`
}

const listText = (purposes: readonly ListedPurpose[]) =>
  purposes.length === 0 ? '–' : purposes.map(purposeAsText).join('; ')

/** Returns the site of a budget and its month, where it has one: `Green Valley, Nov 2026`. */
export function budgetOfText({ site, month }: EventData<'BudgetSet'>, language: Language): string {
  const name = site.site ?? site.name
  if (month === null) return name
  const style = { month: MONTH_STYLE[language], year: 'numeric', timeZone: 'UTC' } as const
  return `${name}, ${new Intl.DateTimeFormat(LOCALE[language], style).format(Date.parse(month))}`
}

/** Returns a budget; "none" where there is none. */
export function budgetText(paise: number | null, language: Language): string {
  if (paise === null) return language === 'hi' ? 'कोई नहीं' : 'none'
  return rupees(formatAmount(paise))
}
