import { type EditLogField, STATE_WORDS } from '@ledger/contracts/edit-log-words.ts'
import { printable } from '@ledger/contracts/printable.ts'
import { purposeShown } from '@ledger/contracts/shown-words.ts'
import { dateText, rupees, timeText } from '../../shared/language/figures.ts'
import type { Language } from '../../shared/language/language.ts'
import { paymentModeWords } from '../../shared/language/payment-mode-words.ts'

/** Returns a value of the edit log as its reader reads it. */
export function fieldValue(field: EditLogField, value: string | null, language: Language): string {
  if (value === null || value === '') return '–'
  switch (field) {
    case 'amount':
      return rupees(value)
    case 'date':
      return `${dateText(value, language)}, ${timeText(value)}`
    case 'payment mode':
      return wordOf(paymentModeWords[language], value)
    case 'purpose':
      return printable(purposeShown(value, language))
    case 'status':
    case 'password':
      return wordOf(STATE_WORDS[language], value)
    default:
      return printable(value)
  }
}

function wordOf(words: Readonly<Record<string, string>>, value: string): string {
  return words[value] ?? printable(value)
}
