import type { Bill } from '@ledger/contracts/bill-schemas.ts'
import { type DBSchema, type IDBPDatabase, unwrap } from 'idb'
import type { ChosenBill } from '../../shared/bills/use-bills.ts'
import { DRAFT_FILES_DATABASE } from '../../shared/forms/form-draft.ts'
import { openDatabase } from '../../shared/storage/indexed-db.ts'
import { blobOf, type StoredFile, toStorableRows } from '../../shared/storage/stored-file.ts'
import { loadChosenBill, toAttachedBills } from '../outbox/model/attached-bills.ts'
import type { AttachedBill } from '../outbox/model/outbox-entry.ts'

/**
 * The bills of a form that was not sent. Session storage holds their list beside the draft; without that list the bills
 * are lost. IndexedDB holds their files. A sign-out deletes the database.
 */
interface StoredDraftBills {
  readonly owner: string
  readonly bills: readonly AttachedBill[]
}

interface DraftFileDatabase extends DBSchema {
  files: { key: string; value: { id: string; owner: string; blob: StoredFile; at: number }; indexes: { at: number } }
}

/** Files older than this are deleted: a closed tab takes its draft along and leaves the files. */
const MAX_DRAFT_FILE_AGE_MS = 7 * 24 * 3_600_000

const draftBillsKey = (form: string) => `draft-bills:${form}`

/** Opens the database for one piece of work and closes it, so that a sign-out need not wait to delete it. */
async function withDraftFiles<T>(work: (db: IDBPDatabase<DraftFileDatabase>) => Promise<T>): Promise<T> {
  const db = await openDatabase<DraftFileDatabase>(DRAFT_FILES_DATABASE, 1, {
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

let lastDraftWrite: Promise<unknown> = Promise.resolve()

/**
 * Runs the writes one after the other, so that the last one wins. Where the browser cannot store files, a reload loses
 * the photos.
 */
function writeInOrder(work: (db: IDBPDatabase<DraftFileDatabase>) => Promise<unknown>): void {
  lastDraftWrite = lastDraftWrite
    .then(() => withDraftFiles(work))
    .catch((error: unknown) => console.info('The photos of a draft are not kept', error))
}

/** Stores the form's bills in place of the earlier ones. */
export function storeDraftBills(form: string, owner: string, chosen: readonly ChosenBill[]): void {
  const { bills, files } = toAttachedBills(owner, chosen)
  const gone = draftFileIds(storedDraftBills(form)).filter((id) => !files.some((file) => file.id === id))
  sessionStorage.setItem(draftBillsKey(form), JSON.stringify({ owner, bills } satisfies StoredDraftBills))
  writeInOrder(async (db) => {
    const rows = await toStorableRows(unwrap(db), 'files', files)
    const { store, done } = db.transaction('files', 'readwrite')
    const old = await store.index('at').getAllKeys(IDBKeyRange.upperBound(Date.now() - MAX_DRAFT_FILE_AGE_MS))
    await Promise.all([
      ...[...gone, ...old].map((id) => store.delete(id)),
      ...rows.map((row) => store.put({ ...row, at: Date.now() })),
      done,
    ])
  })
}

/** Deletes the stored bills of a form that has none any more. */
export function deleteDraftBills(form: string): void {
  const gone = draftFileIds(storedDraftBills(form))
  sessionStorage.removeItem(draftBillsKey(form))
  if (gone.length === 0) return
  writeInOrder(async (db) => {
    const { store, done } = db.transaction('files', 'readwrite')
    await Promise.all([...gone.map((id) => store.delete(id)), done])
  })
}

/**
 * Returns the bills that this account left in this form.
 * @param known the bills that the ledger has of the entry
 * @returns undefined where the account left none
 */
export async function loadDraftBills(
  form: string,
  owner: string,
  known: readonly Bill[],
): Promise<ChosenBill[] | undefined> {
  const left = storedDraftBills(form)
  if (left?.owner !== owner) return undefined
  // A form that was left a moment ago may still be writing its photos.
  await lastDraftWrite
  const fileOf = async (id: string) => {
    const row = await withDraftFiles((db) => db.get('files', id))
    return row?.owner === owner ? blobOf(row.blob) : undefined
  }
  const bills = await Promise.all(left.bills.map((one) => loadChosenBill(one, known, fileOf)))
  return bills.filter((one) => one !== undefined)
}

function storedDraftBills(form: string): StoredDraftBills | undefined {
  // `storeDraftBills` is the only writer, so the text is trusted.
  return JSON.parse(sessionStorage.getItem(draftBillsKey(form)) ?? 'null') ?? undefined
}

const draftFileIds = (left: StoredDraftBills | undefined) => (left?.bills ?? []).flatMap(({ file }) => file ?? [])
