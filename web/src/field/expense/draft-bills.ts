import type { Bill } from '@ledger/contracts/bills.ts'
import type { DBSchema, IDBPDatabase } from 'idb'
import type { ChosenBill } from '../../shared/bills/use-bills.ts'
import { DRAFT_FILES } from '../../shared/drafts/draft.ts'
import { openDatabase } from '../../shared/storage/database.ts'
import { attach, chosenBill } from '../outbox/attach.ts'
import type { Attached } from '../outbox/entry.ts'

/**
 * The bills of a form that was not sent. Session storage holds their list beside the draft; without that list the bills
 * are lost. IndexedDB holds their files. A sign-out deletes the database.
 */
interface Named {
  readonly owner: string
  readonly bills: readonly Attached[]
}

interface Schema extends DBSchema {
  files: { key: string; value: { id: string; owner: string; blob: Blob; at: number }; indexes: { at: number } }
}

/** Files older than this are deleted: a closed tab takes its draft along and leaves the files. */
const LONGEST_MS = 7 * 24 * 3_600_000

const keyOf = (form: string) => `draft-bills:${form}`

/** Opens the database for one piece of work and closes it, so that a sign-out need not wait to delete it. */
async function withFiles<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  const db = await openDatabase<Schema>(DRAFT_FILES, 1, {
    upgrade(database) {
      database.createObjectStore('files', { keyPath: 'id' }).createIndex('at', 'at')
    },
  })
  try {
    return await work(db)
  } finally {
    db.close()
  }
}

let turn: Promise<unknown> = Promise.resolve()

/**
 * Runs the writes one after the other, so that the last one wins. Where the browser cannot store files, a reload loses
 * the photos.
 */
function inTurn(work: (db: IDBPDatabase<Schema>) => Promise<unknown>): void {
  turn = turn
    .then(() => withFiles(work))
    .catch((error: unknown) => console.info('The photos of a draft are not kept', error))
}

/** Stores the form's bills in place of the earlier ones. */
export function keepDraftBills(form: string, owner: string, chosen: readonly ChosenBill[]): void {
  const { bills, files } = attach(owner, chosen)
  const gone = filesOf(named(form)).filter((id) => !files.some((file) => file.id === id))
  sessionStorage.setItem(keyOf(form), JSON.stringify({ owner, bills } satisfies Named))
  inTurn(async (db) => {
    const { store, done } = db.transaction('files', 'readwrite')
    const old = await store.index('at').getAllKeys(IDBKeyRange.upperBound(Date.now() - LONGEST_MS))
    await Promise.all([
      ...[...gone, ...old].map((id) => store.delete(id)),
      ...files.map((file) => store.put({ ...file, at: Date.now() })),
      done,
    ])
  })
}

/** Deletes the stored bills of a form that has none any more. */
export function dropDraftBills(form: string): void {
  const gone = filesOf(named(form))
  sessionStorage.removeItem(keyOf(form))
  if (gone.length === 0) return
  inTurn(async (db) => {
    const { store, done } = db.transaction('files', 'readwrite')
    await Promise.all([...gone.map((id) => store.delete(id)), done])
  })
}

/**
 * Returns the bills that this account left in this form.
 * @param known the bills that the ledger has of the entry
 * @returns undefined where the account left none
 */
export async function draftBills(
  form: string,
  owner: string,
  known: readonly Bill[],
): Promise<ChosenBill[] | undefined> {
  const left = named(form)
  if (left?.owner !== owner) return undefined
  // A form that was left a moment ago may still be writing its photos.
  await turn
  const fileOf = async (id: string) => {
    const row = await withFiles((db) => db.get('files', id))
    return row?.owner === owner ? row.blob : undefined
  }
  const bills = await Promise.all(left.bills.map((one) => chosenBill(one, known, fileOf)))
  return bills.filter((one) => one !== undefined)
}

function named(form: string): Named | undefined {
  // `keepDraftBills` is the only writer, so the text is trusted.
  return JSON.parse(sessionStorage.getItem(keyOf(form)) ?? 'null') ?? undefined
}

const filesOf = (left: Named | undefined) => (left?.bills ?? []).flatMap(({ file }) => file ?? [])
