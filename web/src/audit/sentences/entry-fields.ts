import type { Entry } from '@ledger/contracts/events.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { printable } from '@ledger/contracts/printable.ts'
import { purposeShown } from '@ledger/contracts/shown-words.ts'
import { dateText, rupees, timeText } from '../../shared/language/figures.ts'
import type { Language } from '../../shared/language/language.ts'
import { paymentModeWords } from '../../shared/language/payment-mode-words.ts'
import { inBothLanguages } from '../../shared/language/words.ts'

const words = inBothLanguages(
  {
    amount: 'Amount',
    account: 'Account',
    payee: 'Paid to',
    transferTo: 'Transferred to',
    purpose: 'Purpose',
    mode: 'Payment Mode',
    date: 'Date',
    narration: 'Narration',
  },
  {
    amount: 'राशि',
    account: 'खाता',
    payee: 'किसे दिया',
    transferTo: 'किसे ट्रांसफ़र',
    purpose: 'किस लिए',
    mode: 'भुगतान का तरीका',
    date: 'तारीख',
    narration: 'विवरण',
  },
)

export interface EntryField {
  readonly label: string
  readonly value: string
}

/** An entry line by line as its reader reads it, the same lines in the same order for every entry of a kind. */
export function entryFields(entry: Entry, language: Language): EntryField[] {
  const t = words[language]
  const other =
    entry.kind === 'debit'
      ? [{ label: t.payee, value: printable(entry.beneficiary.name) }]
      : entry.kind === 'transfer'
        ? [{ label: t.transferTo, value: printable(entry.counterparty.name) }]
        : []
  return [
    { label: t.amount, value: rupees(formatAmount(entry.paise)) },
    { label: t.account, value: printable(entry.account.name) },
    ...other,
    { label: t.purpose, value: purposeShown(printable(entry.purpose), language) },
    { label: t.mode, value: paymentModeWords[language][entry.paymentMode] },
    { label: t.date, value: `${dateText(entry.date, language)}, ${timeText(entry.date)}` },
    { label: t.narration, value: printable(entry.narration) },
  ]
}

/** The fields that an edit changed, each with both values. */
export function changedFields(
  before: Entry,
  after: Entry,
  language: Language,
): { label: string; before: string; after: string }[] {
  const was = new Map(entryFields(before, language).map(({ label, value }) => [label, value]))
  return entryFields(after, language)
    .filter(({ label, value }) => was.get(label) !== value)
    .map(({ label, value }) => ({ label, before: was.get(label) ?? '', after: value }))
}
