import {
  EDIT_LOG_FIELD_KINDS,
  EDIT_LOG_STATE_LABELS,
  type EditLogField,
  REVIEW_LABELS,
} from '@ledger/contracts/labels/edit-log-labels.ts'
import { purposeLabel } from '@ledger/contracts/labels/generated-purposes.ts'
import type { Language } from '@ledger/contracts/languages.ts'
import { formatDay, formatKolkataTime, formatRupees, paymentModeLabel } from '../formats/dates-and-rupees.ts'

/** Returns enough of a hash to tell one bill from another. */
export const shortBillHash = (bill: string) => bill.slice(0, 12)

/**
 * Returns a value as people read it; null where there is none. Names and narrations stay as typed, and the caller must
 * make them safe.
 */
export function formatFieldValue(field: EditLogField, value: string | null, language: Language): string | null {
  if (value === null) return null
  switch (EDIT_LOG_FIELD_KINDS[field]) {
    case 'rupees':
      return value.startsWith('-') ? `−${formatRupees(value.slice(1))}` : formatRupees(value)
    case 'instant':
      // Seconds show when it was typed in; the entry's own date is given to the minute.
      return formatKolkataTime(value, language).slice(0, -3)
    case 'day':
      return formatDay(value, language)
    case 'paymentMode':
      return paymentModeLabel(value, language)
    case 'purpose':
      return purposeLabel(value, language)
    case 'state':
      return labelOrValue(EDIT_LOG_STATE_LABELS[language], value)
    case 'review':
      return labelOrValue(REVIEW_LABELS[language], value)
    default:
      return value
  }
}

function labelOrValue(words: Readonly<Record<string, string>>, value: string): string {
  return words[value] ?? value
}
