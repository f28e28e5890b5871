import { dateText, rupees, timeText } from '../../language/figures.ts'
import type { Language } from '../../language/language.ts'
import { paymentModeWords } from '../../language/payment-mode-words.ts'

/** A value of the edit log as its reader reads it; the files keep it as the server wrote it. */
export function fieldValue(field: string, value: string | null, language: Language): string {
  if (value === null || value === '') return '–'
  if (field === 'amount') return rupees(value)
  if (field === 'date') return `${dateText(value, language)}, ${timeText(value)}`
  const modes: Readonly<Record<string, string>> = paymentModeWords[language]
  return field === 'payment mode' ? (modes[value] ?? value) : value
}
