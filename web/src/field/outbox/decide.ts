import type { Transaction } from '@ledger/contracts/shapes.ts'
import type { ExpenseFields } from '../expense/expense-fields.ts'
import { type Attached, type Booked, type Entry, isRow, type Of, type Refused, type What } from './entry.ts'

/**
 * What becomes of the entries of one account that wait to be sent. Pure: the entries as they are, in; what is put and removed, all at
 * once, out (store.ts).
 *
 * Of one expense at most two entries wait: one that was sent without an answer, and what was entered after it. Whatever was
 * never sent, or was refused, is no more than what the person last entered, and is replaced.
 */
export interface Changes {
  readonly put: readonly Entry[]
  readonly remove: readonly string[]
}

export const NOTHING: Changes = { put: [], remove: [] }

/** What a person enters, before it has a place. `seen` is the row as the screen showed it, one that waits included. */
export type Given = { readonly bills?: readonly Attached[] } & (
  | { readonly kind: 'expense'; readonly fields: ExpenseFields }
  | { readonly kind: 'edit'; readonly fields: ExpenseFields; readonly seen: Transaction }
  | { readonly kind: 'deletion'; readonly seen: Transaction }
)

/** What a new entry gets from outside. `key` is that of one filling of a form: sent again, it is the same entry. A new entry has it as its id, too. */
export type Stamp = Pick<Entry, 'key' | 'owner' | 'enteredAt'>

export interface Entered extends Changes {
  /** The entry to wait for; undefined where nothing is left to send. */
  readonly id: string | undefined
  /** It stands for this one thing that was entered, and goes back into the form if it is refused. */
  readonly isOwn: boolean
  /** What it was about is no longer here: it was sent meanwhile. */
  readonly isGone?: true
}

/** The revision of what the ledger does not have yet. */
export const WAITING_REVISION = 0

export function enter(entries: readonly Entry[], given: Given, stamp: Stamp): Entered {
  // The form was sent once more, after a reload perhaps.
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

/** The ledger has certainly not got it: never sent, or refused. */
export function isOpen({ tries, refused }: Entry): boolean {
  return refused !== undefined || tries === 0
}

type Add = (what: What, remove: readonly string[]) => Entered

function replaced(last: Entry, given: Given, stamp: Stamp & Pick<Entry, 'bills'>, add: Add): Entered {
  const { what } = last
  if (given.kind === 'deletion')
    // An expense that nobody has needs no deletion.
    return what.kind === 'expense'
      ? { put: [], remove: [last.id], id: undefined, isOwn: false }
      : add({ kind: 'deletion', of: what.of, seen: what.seen }, [last.id])
  if (given.kind === 'expense') return { ...NOTHING, id: last.id, isOwn: false }
  if (what.kind === 'deletion') return add(aboutRow(given, what.of, what.seen), [last.id])
  const { refused, ...kept } = last
  const bills = stamp.bills === undefined ? {} : { bills: stamp.bills }
  // It keeps its place and the time at which it was entered.
  const key = refused === undefined ? last.key : stamp.key
  const put: Entry = { ...kept, ...bills, key, tries: 0, what: { ...what, fields: given.fields } }
  return { put: [put], remove: [], id: last.id, isOwn: false }
}

/** The newest entry about a row, or about the expense that itself waits under this id. */
export function lastOf(entries: readonly Entry[], id: string): Entry | undefined {
  const first = entries.find((entry) => entry.id === id || rowOf(entry) === id)
  return entries.find(({ what }) => first && entryBefore(what) === first.id) ?? first
}

function rowOf({ what }: Entry): string | undefined {
  return what.kind !== 'expense' && 'row' in what.of ? what.of.row : undefined
}

/** The entry behind which it waits. */
export function entryBefore(what: What): string | undefined {
  return what.kind !== 'expense' && 'entry' in what.of ? what.of.entry : undefined
}

/** What waited under another name of the same person: behind what waits under this one, in the order it had. */
export function adopted(entries: readonly Entry[], others: readonly Entry[], owner: string): Entry[] {
  return others.map((entry, place) => ({ ...entry, owner, order: nextOrder(entries) + place }))
}

function nextOrder(entries: readonly Entry[]): number {
  return Math.max(0, ...entries.map(({ order }) => order)) + 1
}

export interface Begun extends Changes {
  /** What is to be sent now, as it is kept; undefined where nothing can be. */
  readonly entry: Entry | undefined
}

/**
 * Takes the next entry, and counts the try before it is made: whoever is killed in the middle knows afterwards that it was begun.
 * @param passed entries that this round leaves alone
 */
export function begin(entries: readonly Entry[], passed: ReadonlySet<string>): Begun {
  const [next] = entries
    .filter(({ id, refused, what }) => refused === undefined && entryBefore(what) === undefined && !passed.has(id))
    .toSorted((a, b) => a.order - b.order)
  if (next === undefined) return { ...NOTHING, entry: undefined }
  const entry = { ...next, tries: next.tries + 1 }
  return { put: [entry], remove: [], entry }
}

/** The server has not looked at it: this try does not count. */
export function notTaken(entries: readonly Entry[], id: string): Changes {
  const entry = entries.find((one) => one.id === id)
  return entry === undefined ? NOTHING : { put: [{ ...entry, tries: Math.max(0, entry.tries - 1) }], remove: [] }
}

/** It is in the ledger. What waited behind it is now about the row that it became, or as it made it. */
export function settle(entries: readonly Entry[], id: string, booked: Booked): Changes {
  const behind = behindOf(entries, id)
  if (behind === undefined || !isRow(booked)) return { put: [], remove: [id, ...(behind ? [behind.id] : [])] }
  const { balance: _, ...row } = booked
  return { put: [{ ...behind, what: about(behind.what, { row: row.id, revision: row.revision }, row) }], remove: [id] }
}

/** The ledger does not take it. What was entered after it stands in its place, and is asked on its own. */
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

/** Taken back by the person; only what the ledger certainly has not got. */
export function throwAway(entries: readonly Entry[], id: string): Changes {
  const entry = entries.find((one) => one.id === id)
  return entry !== undefined && isOpen(entry) ? { put: [], remove: [id] } : NOTHING
}

/** After a 412 the person wants what was entered all the same, over the row as the ledger has it now. */
export function insist(entries: readonly Entry[], id: string, now: Transaction, key: string): Changes {
  const entry = entries.find((one) => one.id === id)
  if (entry?.refused === undefined) return NOTHING
  const { refused: _, ...rest } = entry
  const what = about(entry.what, { row: now.id, revision: now.revision }, now)
  return { put: [{ ...rest, key, tries: 0, what }], remove: [] }
}
