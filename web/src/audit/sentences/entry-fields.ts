import { printableLine } from '@ledger/contracts/escape-unprintable.ts'
import { billsOf, type Entry } from '@ledger/contracts/events/event-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { purposeLabel } from '@ledger/contracts/transaction-labels.ts'
import { dateText, rupees, timeText } from '../../shared/language/format-money-and-dates.ts'
import { inBothLanguages } from '../../shared/language/in-both-languages.ts'
import type { Language } from '../../shared/language/language-setting.ts'
import { paymentModeLabels } from '../../shared/language/payment-mode-labels.ts'

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

export interface LabelledField {
  readonly label: string
  readonly value: string
}

/**
 * Returns an entry line by line for its reader, in the same order for every entry of a kind. Bills are listed by the
 * beginnings of their hashes, where there are some.
 */
export function labelledEntryFields(entry: Entry, language: Language): LabelledField[] {
  const t = words[language]
  const bills = billsOf(entry).map(({ id }) => id.slice(0, 12))
  const other =
    entry.kind === 'debit'
      ? [{ label: t.payee, value: printableLine(entry.beneficiary.name) }]
      : entry.kind === 'transfer'
        ? [{ label: t.transferTo, value: printableLine(entry.counterparty.name) }]
        : []
  return [
    { label: t.amount, value: rupees(formatAmount(entry.paise)) },
    { label: t.account, value: printableLine(entry.account.name) },
    ...other,
    { label: t.purpose, value: purposeLabel(printableLine(entry.purpose), language) },
    { label: t.mode, value: paymentModeLabels[language][entry.paymentMode] },
    { label: t.date, value: `${dateText(entry.date, language)}, ${timeText(entry.date)}` },
    { label: t.narration, value: printableLine(entry.narration) },
    ...(bills.length === 0 ? [] : [{ label: t.bills, value: bills.join(', ') }]),
  ]
}

/** Returns the fields that an edit changed, each with both values. */
export function changedEntryFields(
  before: Entry,
  after: Entry,
  language: Language,
): { label: string; before: string; after: string }[] {
  const [was, is] = [before, after].map(
    (entry) => new Map(labelledEntryFields(entry, language).map(({ label, value }) => [label, value])),
  )
  // Bills have a line only where there are some.
  return [...new Map([...(was ?? []), ...(is ?? [])]).keys()].flatMap((label) => {
    const change = { label, before: was?.get(label) ?? '—', after: is?.get(label) ?? '—' }
    return change.before === change.after ? [] : change
  })
}
