import { billsOf, type Entry } from '@ledger/contracts/events.ts'
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
    bills: 'Bills',
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
    bills: 'बिल',
  },
)

export interface EntryField {
  readonly label: string
  readonly value: string
}

/**
 * Returns an entry line by line for its reader, in the same order for every entry of a kind. Bills are listed by the
 * beginnings of their hashes, where there are some.
 */
export function entryFields(entry: Entry, language: Language): EntryField[] {
  const t = words[language]
  const bills = billsOf(entry).map(({ id }) => id.slice(0, 12))
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
    ...(bills.length === 0 ? [] : [{ label: t.bills, value: bills.join(', ') }]),
  ]
}

/** Returns the fields that an edit changed, each with both values. */
export function changedFields(
  before: Entry,
  after: Entry,
  language: Language,
): { label: string; before: string; after: string }[] {
  const [was, is] = [before, after].map(
    (entry) => new Map(entryFields(entry, language).map(({ label, value }) => [label, value])),
  )
  // Bills have a line only where there are some.
  return [...new Map([...(was ?? []), ...(is ?? [])]).keys()].flatMap((label) => {
    const change = { label, before: was?.get(label) ?? '—', after: is?.get(label) ?? '—' }
    return change.before === change.after ? [] : change
  })
}
