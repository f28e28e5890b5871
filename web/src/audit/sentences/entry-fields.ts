import {
  ENTRY_FIELD_NAMES,
  ENTRY_TEXT_FIELDS,
  type EntryFieldName,
  entryFieldText,
} from '@ledger/contracts/entry-text-fields.ts'
import { billsOf, type Entry } from '@ledger/contracts/events/event-schemas.ts'
import { purposeLabel } from '@ledger/contracts/labels/generated-purposes.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { printableLine } from '@ledger/contracts/text/escape-unprintable.ts'
import { dateText, rupees, timeText } from '../../shared/language/format-money-and-dates.ts'
import { inBothLanguages } from '../../shared/language/in-both-languages.ts'
import type { Language } from '../../shared/language/language-setting.ts'

const words = inBothLanguages(
  {
    amount: 'Amount',
    account: 'Account',
    payee: 'Paid to',
    transferTo: 'Transferred to',
    date: 'Date',
    bills: 'Bills',
  },
  {
    amount: 'राशि',
    account: 'खाता',
    payee: 'किसे दिया',
    transferTo: 'किसे ट्रांसफ़र',
    date: 'तारीख',
    bills: 'बिल',
  },
)

export interface LabelledField {
  readonly label: string
  readonly value: string
}

/** Returns the line that lists bills by the beginnings of their hashes, where there are some. */
export function labelledBills(bills: readonly { readonly id: string }[], language: Language): LabelledField[] {
  if (bills.length === 0) return []
  return [{ label: words[language].bills, value: bills.map(({ id }) => id.slice(0, 12)).join(', ') }]
}

/** Returns an entry line by line for its reader, in the same order for every entry of a kind. */
export function labelledEntryFields(entry: Entry, language: Language): LabelledField[] {
  const t = words[language]
  const other =
    entry.kind === 'debit'
      ? [{ label: t.payee, value: printableLine(entry.beneficiary.name) }]
      : entry.kind === 'transfer'
        ? [{ label: t.transferTo, value: printableLine(entry.counterparty.name) }]
        : []
  const date = { label: t.date, value: `${dateText(entry.date, language)}, ${timeText(entry.date)}` }
  const fieldLine = (name: EntryFieldName) => {
    const text = printableLine(entryFieldText(entry, name, language))
    return {
      label: ENTRY_TEXT_FIELDS[name].label[language],
      value: name === 'purpose' ? purposeLabel(text, language) : text,
    }
  }
  return [
    { label: t.amount, value: rupees(formatAmount(entry.paise)) },
    { label: t.account, value: printableLine(entry.account.name) },
    ...other,
    // The date comes after the payment mode.
    ...ENTRY_FIELD_NAMES.flatMap((name) => (name === 'paymentMode' ? [fieldLine(name), date] : fieldLine(name))),
    ...labelledBills(billsOf(entry), language),
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
