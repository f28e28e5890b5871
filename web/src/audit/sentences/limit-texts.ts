import type { OfficeLimits, TaxLimits } from '@ledger/contracts/events/setting-schemas.ts'
import { EDIT_LOG_FIELD_LABELS } from '@ledger/contracts/labels/edit-log-labels.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { inBothLanguages } from '../../shared/language/in-both-languages.ts'
import type { Language } from '../../shared/language/language-setting.ts'

const words = inBothLanguages({ none: 'none' }, { none: 'कोई नहीं' })

/** Returns the word for a value that is not set. */
export const noneText = (language: Language): string => words[language].none

/** Returns an amount in paise as rupees; a word where there is none. */
export const limitText = (paise: number | null, language: Language): string =>
  paise === null ? noneText(language) : rupees(formatAmount(paise))

/** Returns the limits of the worklists that changed, each with both values, such as `Large above ₹10 → ₹20`. */
export function changedLimits(before: OfficeLimits, after: OfficeLimits, language: Language): string[] {
  const was = labelledLimits(before, language)
  return labelledLimits(after, language).flatMap(({ label, value }, place) => {
    const old = was[place]?.value
    return old === value ? [] : `${label} ${old} → ${value}`
  })
}

/** Returns the limits for tax, each with its value, such as `At once above ₹30,000`. */
export function taxLimitTexts({ singlePaise, yearPaise, cashDayPaise }: TaxLimits, language: Language): string {
  const labels = EDIT_LOG_FIELD_LABELS[language]
  return [
    `${labels['at once above']} ${limitText(singlePaise, language)}`,
    `${labels['in a year above']} ${limitText(yearPaise, language)}`,
    `${labels['cash in a day above']} ${limitText(cashDayPaise, language)}`,
  ].join(', ')
}

function labelledLimits({ lowCashPaise, billAbovePaise, largePaise, lateDays }: OfficeLimits, language: Language) {
  const labels = EDIT_LOG_FIELD_LABELS[language]
  return [
    { label: labels['short of cash'], value: limitText(lowCashPaise, language) },
    { label: labels['bill above'], value: limitText(billAbovePaise, language) },
    { label: labels.large, value: limitText(largePaise, language) },
    { label: labels.late, value: lateDays === null ? noneText(language) : String(lateDays) },
  ]
}
