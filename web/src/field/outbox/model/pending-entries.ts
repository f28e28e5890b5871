import { type Day, dayOf, type Instant, parseInstant } from '@ledger/contracts/dates.ts'
import { mapEntryTextFields } from '@ledger/contracts/entry-text-fields.ts'
import type { Balance } from '@ledger/contracts/http/people/account-schemas.ts'
import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { formatAmount, paiseOf, parseAmount } from '@ledger/contracts/money.ts'
import type { WaitingForSignIn } from '../../../shared/session/entries-waiting-for-sign-in.ts'
import type { ExpenseFields } from '../../expense/expense-fields.ts'
import type { DayChange } from '../../khata/add-changes-to-day-sums.ts'
import {
  type AnswerEntry,
  type EntryOperation,
  type EntryRefusal,
  isAnswerEntry,
  isMoneyEntry,
  type MoneyEntry,
  type OutboxEntry,
} from './outbox-entry.ts'
import { isReplaceable, PENDING_REVISION, precedingEntryId } from './outbox-transitions.ts'

/** An expense that waits, or a row of the ledger with its waiting changes. */
export interface PendingEntry {
  /** All its entries that are not settled, the newest last. */
  readonly entries: readonly MoneyEntry[]
  /**
   * The row as it will be; for a deletion, as it was. Its id is the row's, or the entry's where the ledger has no row
   * of it.
   */
  readonly row: Transaction
  readonly kind: EntryOperation['kind']
  readonly refused: EntryRefusal | undefined
  /** True where the user can still take it back. */
  readonly isOpen: boolean
}

/** Returns the waiting entries by expense, the newest first; without answers to questions. */
export function pendingEntries(entries: readonly OutboxEntry[]): PendingEntry[] {
  const money = entries.filter(isMoneyEntry)
  return money
    .filter(({ what }) => precedingEntryId(what) === undefined)
    .toSorted((a, b) => b.order - a.order)
    .map((first) => {
      const behind = money.find(({ what }) => precedingEntryId(what) === first.id)
      const last = behind ?? first
      const row = toTransactionRow(first)
      return {
        entries: behind ? [first, behind] : [first],
        row: behind === undefined || behind.what.kind === 'deletion' ? row : withFields(row, behind.what.fields),
        kind: behind?.what.kind === 'deletion' ? 'deletion' : first.what.kind,
        refused: last.refused,
        isOpen: behind === undefined && isReplaceable(first),
      }
    })
}

/** Returns the waiting answers to questions, the newest first. */
export function pendingAnswers(entries: readonly OutboxEntry[]): AnswerEntry[] {
  return entries.filter(isAnswerEntry).toSorted((a, b) => b.order - a.order)
}

function toTransactionRow({ id, owner, enteredAt, what }: MoneyEntry): Transaction {
  if (what.kind === 'deletion') return what.seen
  if (what.kind === 'edit') return withFields(what.seen, what.fields)
  const { fields } = what
  return withFields(
    {
      id,
      type: 'debit',
      amount: '0.00',
      date: noonOf(fields.date),
      recordedAt: enteredAt,
      recipient: '',
      ...mapEntryTextFields(() => ''),
      paymentMode: fields.paymentMode,
      userId: owner,
      isTransfer: false,
      transferFrom: null,
      transferTo: null,
      revision: PENDING_REVISION,
      recordedBy: { id: owner, name: '', role: '' },
      voucher: null,
      acknowledgedAt: null,
      bills: [],
      siteId: null,
      siteName: null,
    },
    fields,
  )
}

function withFields(row: Transaction, { amount, recipient, date, ...fields }: ExpenseFields): Transaction {
  return {
    ...row,
    amount: formatAmount(parseAmount(amount.trim()) ?? 0),
    recipient: recipient.trim(),
    // An entry that an older version stored may lack a field.
    ...mapEntryTextFields((name) => (fields[name] ?? '').trim()),
    paymentMode: fields.paymentMode,
    date: date === dayOf(row.date) ? row.date : noonOf(date),
  }
}

/** Returns noon of a day in Asia/Kolkata, the time that the ledger gives a day other than today. */
function noonOf(day: Day): Instant {
  return parseInstant(`${day}T12:00:00+05:30`) ?? new Date().toISOString()
}

/** Returns the number of bills that the row will have. */
export function pendingBillCount({ entries, row }: PendingEntry): number {
  return entries.findLast(({ bills }) => bills !== undefined)?.bills?.length ?? row.bills.length
}

/**
 * Returns the balance as it will be once every waiting entry that was not refused is booked. An entry that was booked
 * without an answer counts twice until it is settled.
 */
export function balanceWithPending(balance: Balance, entries: readonly OutboxEntry[]): string {
  const spent = dayChangesOf(entries).reduce((sum, { paise }) => sum + paise, 0)
  return formatAmount(paiseOf(balance.currentBalance) - spent)
}

/**
 * Returns what the entries that were not refused change about the sums of days: an edit takes the row as it was seen
 * from its day, and adds it as it will be.
 */
export function dayChangesOf(entries: readonly OutboxEntry[]): DayChange[] {
  return entries
    .filter(isMoneyEntry)
    .filter(({ refused }) => refused === undefined)
    .flatMap(({ what }) => dayChangesBy(what))
}

function dayChangesBy(what: EntryOperation): DayChange[] {
  const before =
    what.kind === 'expense' ? [] : [{ day: dayOf(what.seen.date), paise: -paiseOf(what.seen.amount), expenses: -1 }]
  if (what.kind === 'deletion') return before
  const { amount, date } = what.fields
  return [...before, { day: date, paise: parseAmount(amount.trim()) ?? 0, expenses: 1 }]
}

/** Counts what a sign-in sends: a refused entry waits for its owner's decision instead. */
export function countForSignIn(entries: readonly OutboxEntry[]): WaitingForSignIn {
  const waiting = pendingEntries(entries).filter(({ refused }) => refused === undefined)
  const answers = pendingAnswers(entries).filter(({ refused }) => refused === undefined)
  const [only, ...more] = [...waiting, ...answers]
  const isOneExpense = only !== undefined && more.length === 0 && 'row' in only && only.kind === 'expense'
  return { count: waiting.length + answers.length, amount: isOneExpense ? only.row.amount : undefined }
}
