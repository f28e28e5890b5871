import type { Transaction } from '@ledger/contracts/shapes.ts'
import type { ExpenseFields } from '../expense/expense-fields.ts'
import { type Attached, type Booked, type Entry, isRow, type Of, type Refused, type What } from './entry.ts'

/**
 * The changes to the waiting entries of one account. The functions of this file are pure: they read the entries as they
 * are, and return what is put and removed in one transaction (store.ts).
 *
 * One expense has at most two waiting entries: one that was sent without an answer, and one that was entered after it.
 * An entry that was never sent, or was refused, only holds the user's last input, so newer input replaces it.
 */
export interface Changes {
  readonly put: readonly Entry[]
  readonly remove: readonly string[]
}

export const NOTHING: Changes = { put: [], remove: [] }

/**
 * The user's input, before it has a place in the outbox. `seen` is the row as the screen showed it, which can be a
 * waiting one.
 */
export type Given = { readonly bills?: readonly Attached[] } & (
  | { readonly kind: 'expense'; readonly fields: ExpenseFields }
  | { readonly kind: 'edit'; readonly fields: ExpenseFields; readonly seen: Transaction }
  | { readonly kind: 'deletion'; readonly seen: Transaction }
)

/**
 * The parts of a new entry that come from outside. `key` belongs to one filling of a form: the same key is the same
 * entry. A new entry uses it as its id, too.
 */
export type Stamp = Pick<Entry, 'key' | 'owner' | 'enteredAt'>

export interface Entered extends Changes {
  /** The entry whose answer the form awaits; undefined where nothing is left to send. */
  readonly id: string | undefined
  /** The entry holds only this input. If it is refused, the input returns to the form. */
  readonly isOwn: boolean
  /** The waiting entry that the input concerns no longer exists: it was sent meanwhile. */
  readonly isGone?: true
}

/** The revision of a row that the ledger does not have yet. */
export const WAITING_REVISION = 0

export function enter(entries: readonly Entry[], given: Given, stamp: Stamp): Entered {
  // The form was sent again, after a reload perhaps.
  const again = entries.find(({ key }) => key === stamp.key)
  if (again !== undefined) return { ...NOTHING, id: again.id, isOwn: false }
  const bills = given.bills === undefined ? {} : { bills: given.bills }
  const added = (what: What, remove: readonly string[] = []): Entered => ({
    put: [{ id: stamp.key, ...stamp, ...bills, order: nextOrder(entries), tries: 0, what }],
    remove,
    id: stamp.key,
    isOwn: remove.length === 0,
  })
  if (given.kind === 'expense') return added({ kind: 'expense', fields: given.fields })

  const { seen } = given
  const last = lastOf(entries, seen.id)
  if (last === undefined) {
    if (seen.revision === WAITING_REVISION) return { ...NOTHING, id: undefined, isOwn: false, isGone: true }
    return added(aboutRow(given, { row: seen.id, revision: seen.revision }, seen))
  }
  if (isOpen(last)) return replaced(last, given, { ...bills, ...stamp }, added)
  return added(aboutRow(given, { entry: last.id }, seen))
}

function aboutRow(given: Exclude<Given, { kind: 'expense' }>, of: Of, seen: Transaction): What {
  return given.kind === 'edit' ? { kind: 'edit', fields: given.fields, of, seen } : { kind: 'deletion', of, seen }
}

/** Tells whether the ledger certainly does not have the entry: it was never sent, or it was refused. */
export function isOpen({ tries, refused }: Entry): boolean {
  return refused !== undefined || tries === 0
}

type Add = (what: What, remove: readonly string[]) => Entered

function replaced(last: Entry, given: Given, stamp: Stamp & Pick<Entry, 'bills'>, add: Add): Entered {
  const { what } = last
  if (given.kind === 'deletion')
    // An expense that never reached the ledger needs no deletion.
    return what.kind === 'expense'
      ? { put: [], remove: [last.id], id: undefined, isOwn: false }
      : add({ kind: 'deletion', of: what.of, seen: what.seen }, [last.id])
  if (given.kind === 'expense') return { ...NOTHING, id: last.id, isOwn: false }
  if (what.kind === 'deletion') return add(aboutRow(given, what.of, what.seen), [last.id])
  const { refused, ...kept } = last
  const bills = stamp.bills === undefined ? {} : { bills: stamp.bills }
  // The entry keeps its place and the time at which it was entered.
  const key = refused === undefined ? last.key : stamp.key
  const put: Entry = { ...kept, ...bills, key, tries: 0, what: { ...what, fields: given.fields } }
  return { put: [put], remove: [], id: last.id, isOwn: false }
}

/** Returns the newest entry about a row, or about the waiting expense with this id. */
export function lastOf(entries: readonly Entry[], id: string): Entry | undefined {
  const first = entries.find((entry) => entry.id === id || rowOf(entry) === id)
  return entries.find(({ what }) => first && entryBefore(what) === first.id) ?? first
}

function rowOf({ what }: Entry): string | undefined {
  return what.kind !== 'expense' && 'row' in what.of ? what.of.row : undefined
}

/** Returns the id of the entry behind which this one waits. */
export function entryBefore(what: What): string | undefined {
  return what.kind !== 'expense' && 'entry' in what.of ? what.of.entry : undefined
}

/**
 * Returns the entries stored under another id of the same person, moved behind those of this one. They keep their
 * order.
 */
export function adopted(entries: readonly Entry[], others: readonly Entry[], owner: string): Entry[] {
  return others.map((entry, place) => ({ ...entry, owner, order: nextOrder(entries) + place }))
}

function nextOrder(entries: readonly Entry[]): number {
  return Math.max(0, ...entries.map(({ order }) => order)) + 1
}

export interface Begun extends Changes {
  /** The entry to send now, as it is stored; undefined where none can be sent. */
  readonly entry: Entry | undefined
}

/**
 * Takes the next entry, and counts the try before it is made, so that a process that is killed in the middle finds the
 * begun try afterwards.
 * @param passed entries that this round skips
 */
export function begin(entries: readonly Entry[], passed: ReadonlySet<string>): Begun {
  const [next] = entries
    .filter(({ id, refused, what }) => refused === undefined && entryBefore(what) === undefined && !passed.has(id))
    .toSorted((a, b) => a.order - b.order)
  if (next === undefined) return { ...NOTHING, entry: undefined }
  const entry = { ...next, tries: next.tries + 1 }
  return { put: [entry], remove: [], entry }
}

/** Takes back the try, because the server has not read the entry. */
export function notTaken(entries: readonly Entry[], id: string): Changes {
  const entry = entries.find((one) => one.id === id)
  return entry === undefined ? NOTHING : { put: [{ ...entry, tries: Math.max(0, entry.tries - 1) }], remove: [] }
}

/**
 * Removes a booked entry. The entry behind it now concerns the row that was booked or edited, and goes with it where
 * the row was deleted.
 */
export function settle(entries: readonly Entry[], id: string, booked: Booked): Changes {
  const behind = behindOf(entries, id)
  if (behind === undefined || !isRow(booked)) return { put: [], remove: [id, ...(behind ? [behind.id] : [])] }
  const { balance: _, ...row } = booked
  return { put: [{ ...behind, what: about(behind.what, { row: row.id, revision: row.revision }, row) }], remove: [id] }
}

/** Marks an entry as refused. An entry behind it takes its place and is sent on its own. */
export function refuse(entries: readonly Entry[], id: string, refused: Refused): Changes {
  const entry = entries.find((one) => one.id === id)
  if (entry === undefined) return NOTHING
  const behind = behindOf(entries, id)
  if (behind === undefined) return { put: [{ ...entry, refused }], remove: [] }
  const { what } = entry
  const bills = behind.bills ?? entry.bills
  const inPlace = (now: What): Changes => ({
    put: [{ ...behind, ...(bills ? { bills } : {}), what: now }],
    remove: [id],
  })
  if (what.kind !== 'expense') return inPlace(about(behind.what, what.of, what.seen))
  return behind.what.kind === 'edit'
    ? inPlace({ kind: 'expense', fields: behind.what.fields })
    : { put: [], remove: [id, behind.id] }
}

function about(what: What, of: Of, seen: Transaction): What {
  return what.kind === 'expense' ? what : { ...what, of, seen }
}

function behindOf(entries: readonly Entry[], id: string): Entry | undefined {
  return entries.find(({ what }) => entryBefore(what) === id)
}

/** Removes an entry that the user takes back, only where the ledger certainly does not have it. */
export function throwAway(entries: readonly Entry[], id: string): Changes {
  const entry = entries.find((one) => one.id === id)
  return entry !== undefined && isOpen(entry) ? { put: [], remove: [id] } : NOTHING
}

/**
 * Sends a refused entry again under a new key, over the row as the ledger has it now, because after a 412 the user
 * decided so.
 */
export function insist(entries: readonly Entry[], id: string, now: Transaction, key: string): Changes {
  const entry = entries.find((one) => one.id === id)
  if (entry?.refused === undefined) return NOTHING
  const { refused: _, ...rest } = entry
  const what = about(entry.what, { row: now.id, revision: now.revision }, now)
  return { put: [{ ...rest, key, tries: 0, what }], remove: [] }
}
