import { startOfDay } from '@ledger/contracts/dates.ts'
import { EDIT_LOG_STATE_LABELS, type EditLogField, REVIEW_LABELS } from '@ledger/contracts/labels/edit-log-labels.ts'
import { purposeLabel } from '@ledger/contracts/labels/generated-purposes.ts'
import { printableLine } from '@ledger/contracts/text/escape-unprintable.ts'
import { dateText, rupees, timeText } from '../../shared/language/format-money-and-dates.ts'
import type { Language } from '../../shared/language/language-setting.ts'
import { paymentModeLabels } from '../../shared/language/payment-mode-labels.ts'

/** Returns a value of the edit log as its reader reads it. */
export function formatEditLogValue(field: EditLogField, value: string | null, language: Language): string {
  if (value === null || value === '') return '–'
  switch (field) {
    case 'amount':
    case 'alert level':
    case 'short of cash':
    case 'bill above':
    case 'large':
    case 'budget':
    case 'at once above':
    case 'in a year above':
    case 'cash in a day above':
      return rupees(value)
    case 'date':
      return `${dateText(value, language)}, ${timeText(value)}`
    case 'site from':
    case 'from':
      return dateText(startOfDay(value), language)
    case 'payment mode':
      return labelOrPrintable(paymentModeLabels[language], value)
    case 'purpose':
      return printableLine(purposeLabel(value, language))
    case 'status':
    case 'password':
    case 'question':
    case 'default ledgers':
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
