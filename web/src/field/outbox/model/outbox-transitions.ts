import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import type { ExpenseFields } from '../../expense/expense-fields.ts'
import {
  type AnswerOperation,
  type AttachedBill,
  type BookedAnswer,
  type EntryOperation,
  type EntryRefusal,
  isBookedRow,
  type OperationTarget,
  type OutboxEntry,
} from './outbox-entry.ts'

/**
 * The changes to the waiting entries of one account. The functions of this file are pure: they read the entries as they
 * are, and return what is put and removed in one transaction (outbox-store.ts).
 *
 * One expense has at most two waiting entries: one that was sent without an answer, and one that was entered after it.
 * An entry that was never sent, or was refused, only holds the user's last input, so newer input replaces it.
 */
export interface OutboxChanges {
  readonly put: readonly OutboxEntry[]
  readonly remove: readonly string[]
}

export const NO_CHANGES: OutboxChanges = { put: [], remove: [] }

/**
 * The user's input, before it has a place in the outbox. `seen` is the row as the screen showed it, which can be a
 * waiting one.
 */
export type EntryInput = { readonly bills?: readonly AttachedBill[] } & (
  | { readonly kind: 'expense'; readonly fields: ExpenseFields }
  | {
      readonly kind: 'edit'
      readonly fields: ExpenseFields
      readonly seen: Transaction
      readonly hasBillsOfAnswer?: true
    }
  | { readonly kind: 'deletion'; readonly seen: Transaction }
  | AnswerOperation
)

/**
 * The parts of a new entry that come from outside. `key` belongs to one filling of a form: the same key is the same
 * entry. A new entry uses it as its id, too.
 */
export type EntryStamp = Pick<OutboxEntry, 'key' | 'owner' | 'enteredAt'>

export interface EnqueueDecision extends OutboxChanges {
  /** The entry whose answer the form awaits; undefined where nothing is left to send. */
  readonly id: string | undefined
  /** The entry holds only this input. If it is refused, the input returns to the form. */
  readonly isOwn: boolean
  /** The waiting entry that the input concerns no longer exists: it was sent meanwhile. */
  readonly isGone?: true
}

/** The revision of a row that the ledger does not have yet. */
export const PENDING_REVISION = 0

export function enqueueEntry(entries: readonly OutboxEntry[], given: EntryInput, stamp: EntryStamp): EnqueueDecision {
  // The form was sent again, after a reload perhaps.
  const again = entries.find(({ key }) => key === stamp.key)
  if (again !== undefined) return { ...NO_CHANGES, id: again.id, isOwn: false }
  const bills = given.bills === undefined ? {} : { bills: given.bills }
  const ofAnswer = given.kind === 'edit' && given.hasBillsOfAnswer ? { hasBillsOfAnswer: true as const } : {}
  const added = (what: OutboxEntry['what'], remove: readonly string[] = []): EnqueueDecision => ({
    put: [{ id: stamp.key, ...stamp, ...bills, ...ofAnswer, order: nextOrder(entries), tries: 0, what }],
    remove,
    id: stamp.key,
    isOwn: remove.length === 0,
  })
  if (given.kind === 'expense') return added({ kind: 'expense', fields: given.fields })
  if (given.kind === 'answer') {
    const { kind, question, asked, text } = given
    const replaced = entries.filter((one) => isAnswerTo(one, question) && isReplaceable(one))
    return added(
      { kind, question, asked, text },
      replaced.map(({ id }) => id),
    )
  }

  const { seen } = given
  const last = newestEntryAbout(entries, seen.id)
  if (last === undefined) {
    if (seen.revision === PENDING_REVISION) return { ...NO_CHANGES, id: undefined, isOwn: false, isGone: true }
    return added(operationOnRow(given, { row: seen.id, revision: seen.revision }, seen))
  }
  if (isReplaceable(last)) return replacePending(last, given, { ...bills, ...stamp }, added)
  return added(operationOnRow(given, { entry: last.id }, seen))
}

function isAnswerTo({ what }: OutboxEntry, question: string): boolean {
  return what.kind === 'answer' && what.question === question
}

type RowInput = Exclude<EntryInput, { kind: 'expense' | 'answer' }>

function operationOnRow(given: RowInput, of: OperationTarget, seen: Transaction): EntryOperation {
  return given.kind === 'edit' ? { kind: 'edit', fields: given.fields, of, seen } : { kind: 'deletion', of, seen }
}

/** Tells whether the ledger certainly does not have the entry: it was never sent, or it was refused. */
export function isReplaceable({ tries, refused }: OutboxEntry): boolean {
  return refused !== undefined || tries === 0
}

type AddEntry = (what: OutboxEntry['what'], remove: readonly string[]) => EnqueueDecision

function replacePending(
  last: OutboxEntry,
  given: RowInput,
  stamp: EntryStamp & Pick<OutboxEntry, 'bills'>,
  add: AddEntry,
): EnqueueDecision {
  const { what } = last
  // An answer is about no row.
  if (what.kind === 'answer') return { ...NO_CHANGES, id: undefined, isOwn: false }
  if (given.kind === 'deletion')
    // An expense that never reached the ledger needs no deletion.
    return what.kind === 'expense'
      ? { put: [], remove: [last.id], id: undefined, isOwn: false }
      : add({ kind: 'deletion', of: what.of, seen: what.seen }, [last.id])
  if (what.kind === 'deletion') return add(operationOnRow(given, what.of, what.seen), [last.id])
  const { refused, ...accepted } = last
  const bills = stamp.bills === undefined ? {} : { bills: stamp.bills }
  // The entry keeps its place and the time at which it was entered.
  const key = refused === undefined ? last.key : stamp.key
  const put: OutboxEntry = { ...accepted, ...bills, key, tries: 0, what: { ...what, fields: given.fields } }
  return { put: [put], remove: [], id: last.id, isOwn: false }
}

/** Returns the newest entry about a row, or about the waiting expense with this id. */
export function newestEntryAbout(entries: readonly OutboxEntry[], id: string): OutboxEntry | undefined {
  const first = entries.find((entry) => entry.id === id || rowIdOf(entry) === id)
  return entries.find(({ what }) => first && precedingEntryId(what) === first.id) ?? first
}

function rowIdOf({ what }: OutboxEntry): string | undefined {
  return 'of' in what && 'row' in what.of ? what.of.row : undefined
}

/** Returns the id of the entry behind which this one waits. */
export function precedingEntryId(what: OutboxEntry['what']): string | undefined {
  return 'of' in what && 'entry' in what.of ? what.of.entry : undefined
}

/**
 * Returns the entries stored under another id of the same person, moved behind those of this one. They keep their
 * order.
 */
export function withNewOwner(
  entries: readonly OutboxEntry[],
  others: readonly OutboxEntry[],
  owner: string,
): OutboxEntry[] {
  return others.map((entry, place) => ({ ...entry, owner, order: nextOrder(entries) + place }))
}

function nextOrder(entries: readonly OutboxEntry[]): number {
  return Math.max(0, ...entries.map(({ order }) => order)) + 1
}

export interface SendDecision extends OutboxChanges {
  /** The entry to send now, as it is stored; undefined where none can be sent. */
  readonly entry: OutboxEntry | undefined
}

/**
 * Takes the next entry, and counts the try before it is made, so that a process that is killed in the middle finds the
 * begun try afterwards.
 * @param passed entries that this round skips
 */
export function beginNextEntry(entries: readonly OutboxEntry[], passed: ReadonlySet<string>): SendDecision {
  const [next] = entries
    .filter(({ id, refused, what }) => refused === undefined && precedingEntryId(what) === undefined && !passed.has(id))
    .toSorted((a, b) => a.order - b.order)
  if (next === undefined) return { ...NO_CHANGES, entry: undefined }
  const entry = { ...next, tries: next.tries + 1 }
  return { put: [entry], remove: [], entry }
}

/** Takes back the try, because the server has not read the entry. */
export function undoTry(entries: readonly OutboxEntry[], id: string): OutboxChanges {
  const entry = entries.find((one) => one.id === id)
  return entry === undefined ? NO_CHANGES : { put: [{ ...entry, tries: Math.max(0, entry.tries - 1) }], remove: [] }
}

/** Writes down how the upload of a file ended: the ledger's id, or why it was not accepted. */
export function settleBill(entries: readonly OutboxEntry[], id: string, bill: AttachedBill): OutboxChanges {
  const withBill = (all: readonly AttachedBill[] = []) => all.map((each) => (each.file === bill.file ? bill : each))
  return {
    put: entries.filter((one) => one.id === id).map((one) => ({ ...one, bills: withBill(one.bills) })),
    remove: [],
  }
}

/**
 * Removes a booked entry. The entry behind it now concerns the row that was booked or edited, and goes with it where
 * the row was deleted. A bill that was not accepted stays: as a change of the row, which waits for the user.
 */
export function settleBooked(entries: readonly OutboxEntry[], id: string, booked: BookedAnswer): OutboxChanges {
  const entry = entries.find((one) => one.id === id)
  const behind = followingEntry(entries, id)
  if (!isBookedRow(booked)) return { put: [], remove: [id, ...(behind ? [behind.id] : [])] }
  const { balance: _, ...row } = booked
  const of = { row: row.id, revision: row.revision }
  const refused = refusalOfBill(entry)
  if (behind !== undefined) {
    // An edit that says nothing of the bills takes over those of the entry.
    const bills = refused === undefined ? behind.bills : (behind.bills ?? entry?.bills)
    const now = { ...behind, ...(bills ? { bills } : {}), what: withTarget(behind.what, of, row) }
    return { put: [now], remove: [id] }
  }
  if (entry === undefined || !('fields' in entry.what) || refused === undefined) return { put: [], remove: [id] }
  return { put: [{ ...entry, refused, what: { kind: 'edit', fields: entry.what.fields, of, seen: row } }], remove: [] }
}

/** Returns why a bill of the entry was not accepted; undefined where each was. */
export function refusalOfBill(entry: OutboxEntry | undefined): EntryRefusal | undefined {
  return entry?.bills?.find(({ refused }) => refused !== undefined)?.refused
}

/** Marks an entry as refused. An entry behind it takes its place and is sent on its own. */
export function settleRefused(entries: readonly OutboxEntry[], id: string, refused: EntryRefusal): OutboxChanges {
  const entry = entries.find((one) => one.id === id)
  if (entry === undefined) return NO_CHANGES
  const behind = followingEntry(entries, id)
  if (behind === undefined) return { put: [{ ...entry, refused }], remove: [] }
  const { what } = entry
  if (what.kind === 'answer') return { put: [{ ...entry, refused }], remove: [] }
  const bills = behind.bills ?? entry.bills
  const inPlace = (now: OutboxEntry['what']): OutboxChanges => ({
    put: [{ ...behind, ...(bills ? { bills } : {}), what: now }],
    remove: [id],
  })
  if (what.kind !== 'expense') return inPlace(withTarget(behind.what, what.of, what.seen))
  return behind.what.kind === 'edit'
    ? inPlace({ kind: 'expense', fields: behind.what.fields })
    : { put: [], remove: [id, behind.id] }
}

function withTarget<What extends OutboxEntry['what']>(what: What, of: OperationTarget, seen: Transaction) {
  return 'of' in what ? { ...what, of, seen } : what
}

function followingEntry(entries: readonly OutboxEntry[], id: string): OutboxEntry | undefined {
  return entries.find(({ what }) => precedingEntryId(what) === id)
}

/** Removes an entry that the user takes back, only where the ledger certainly does not have it. */
export function discardEntry(entries: readonly OutboxEntry[], id: string): OutboxChanges {
  const entry = entries.find((one) => one.id === id)
  return entry !== undefined && isReplaceable(entry) ? { put: [], remove: [id] } : NO_CHANGES
}

/**
 * Sends a refused entry again under a new key, over the row as the ledger has it now, because after a 412 the user
 * decided so.
 */
export function forceRetry(entries: readonly OutboxEntry[], id: string, now: Transaction, key: string): OutboxChanges {
  const entry = entries.find((one) => one.id === id)
  if (entry?.refused === undefined) return NO_CHANGES
  const { refused: _, ...rest } = entry
  const what = withTarget(entry.what, { row: now.id, revision: now.revision }, now)
  return { put: [{ ...rest, key, tries: 0, what }], remove: [] }
}

/** Sends a refused entry again as it is, because what refused it may have changed: the books were opened again. */
export function retryRefused(entries: readonly OutboxEntry[], id: string, key: string): OutboxChanges {
  const entry = entries.find((one) => one.id === id)
  if (entry?.refused === undefined) return NO_CHANGES
  const { refused: _, ...rest } = entry
  return { put: [{ ...rest, key, tries: 0 }], remove: [] }
}
