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

/** What the server calls the kinds of things, and the same in Hindi with the name in its place. */
const SUBJECTS: readonly (readonly [string, (name: string) => string])[] = [
  ['Money sent to ', (name) => `${name} को भेजे पैसे`],
  ['Expense of ', (name) => `${name} का खर्च`],
  ['Transfer of ', (name) => `${name} का ट्रांसफ़र`],
  ['Site incharge ', (name) => `साइट इंचार्ज ${name}`],
  ['Supervisor ', (name) => `सुपरवाइज़र ${name}`],
  ['Admin ', (name) => `एडमिन ${name}`],
  ['Auditor ', (name) => `ऑडिटर ${name}`],
  ['Account ', (name) => `खाता ${name}`],
]

/** The edit log's subjects are written in English, as on the statutory file. */
export function subjectText(subject: string, language: Language): string {
  if (language === 'en') return subject
  const [start, inHindi] = SUBJECTS.find(([english]) => subject.startsWith(english)) ?? []
  return start !== undefined && inHindi !== undefined ? inHindi(subject.slice(start.length)) : subject
}
