import { startOfDay } from '@ledger/contracts/dates.ts'
import {
  EDIT_LOG_FIELD_KINDS,
  EDIT_LOG_STATE_LABELS,
  type EditLogField,
  REVIEW_LABELS,
} from '@ledger/contracts/labels/edit-log-labels.ts'
import { purposeLabel } from '@ledger/contracts/labels/generated-purposes.ts'
import { printableLine } from '@ledger/contracts/text/escape-unprintable.ts'
import { dateText, rupees, timeText } from '../../shared/language/format-money-and-dates.ts'
import type { Language } from '../../shared/language/language-setting.ts'
import { paymentModeLabels } from '../../shared/language/payment-mode-labels.ts'

/** Returns a value of the edit log as its reader reads it. */
export function formatEditLogValue(field: EditLogField, value: string | null, language: Language): string {
  if (value === null || value === '') return '–'
  switch (EDIT_LOG_FIELD_KINDS[field]) {
    case 'rupees':
      return rupees(value)
    case 'instant':
      return `${dateText(value, language)}, ${timeText(value)}`
    case 'day':
      return dateText(startOfDay(value), language)
    case 'paymentMode':
      return labelOrPrintable(paymentModeLabels[language], value)
    case 'purpose':
      return printableLine(purposeLabel(value, language))
    case 'state':
      return labelOrPrintable(EDIT_LOG_STATE_LABELS[language], value)
    case 'review':
      return labelOrPrintable(REVIEW_LABELS[language], value)
    default:
      return printableLine(value)
  }
}

function labelOrPrintable(words: Readonly<Record<string, string>>, value: string): string {
  return words[value] ?? printableLine(value)
}
