import { type DBSchema, type IDBPDatabase, unwrap } from 'idb'
import type { BillFile } from '../../shared/bills/prepare-bill.ts'
import { openDatabase } from '../../shared/storage/indexed-db.ts'
import { blobOf, type StoredFile, toStorableRows } from '../../shared/storage/stored-file.ts'

/**
 * A photo of a bill whose expense is not entered yet. It is only on this phone, and is never sent: the entry that is
 * made of it sends it as its own bill.
 */
export interface UnfinishedPhoto {
  /** Also the key of the bill in the form that is filled in from it. */
  readonly id: string
  /** The account's own id. The photos of one account are never read for another. */
  readonly owner: string
  /** The time by the phone's clock. */
  readonly takenAt: string
  readonly file: BillFile
}

interface StoredPhoto extends Omit<UnfinishedPhoto, 'file'> {
  readonly blob: StoredFile
  readonly picture: BillFile['picture']
}

interface UnfinishedDatabase extends DBSchema {
  photos: { key: string; value: StoredPhoto; indexes: { owner: string } }
}

/** Not deleted by a sign-out: the photos wait for their owner, as the outbox does. */
const UNFINISHED_DATABASE_NAME = 'unfinished-photos'
/** The most photos of one account. A tray that is never emptied must not fill the phone. */
export const MAX_UNFINISHED_PHOTOS = 30

const listeners = new Set<() => void>()

/** @returns a function that removes the listener */
export function onUnfinishedChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Opens the database for one piece of work. */
async function withPhotos<T>(work: (db: IDBPDatabase<UnfinishedDatabase>) => Promise<T>): Promise<T> {
  const db = await openDatabase<UnfinishedDatabase>(UNFINISHED_DATABASE_NAME, 1, {
    upgrade(database) {
      database.createObjectStore('photos', { keyPath: 'id' }).createIndex('owner', 'owner')
    },
  })
  try {
    return await work(db)
  } finally {
    db.close()
  }
}

/**
 * Stores a photo.
 * @returns false where the account has the most photos already
 * @throws the browser's error where the phone cannot store it
 */
export function storeUnfinishedPhoto(photo: UnfinishedPhoto): Promise<boolean> {
  return putPhotos([photo], (count) => count < MAX_UNFINISHED_PHOTOS)
}

/**
 * Stores photos that were in the tray a moment ago, also over the limit.
 * @throws the browser's error where the phone cannot store them
 */
export async function putPhotosBack(photos: readonly UnfinishedPhoto[]): Promise<void> {
  if (photos.length > 0) await putPhotos(photos, () => true)
}

/** @param photos of one account */
async function putPhotos(photos: readonly UnfinishedPhoto[], hasRoom: (count: number) => boolean): Promise<boolean> {
  const isStored = await withPhotos(async (db) => {
    const stored = photos.map(({ file, ...photo }) => ({ ...photo, picture: file.picture, blob: file.blob }))
    const rows = await toStorableRows(unwrap(db), 'photos', stored)
    // Strict: the photo must be in the phone's own storage before the app reports it as kept.
    const { store, done } = db.transaction('photos', 'readwrite', { durability: 'strict' })
    const putIfRoom = async () => {
      if (!hasRoom(await store.index('owner').count(photos[0]?.owner))) return false
      await Promise.all(rows.map((row) => store.put(row)))
      return true
    }
    const [isRoom] = await Promise.all([putIfRoom(), done])
    return isRoom
  })
  if (isStored) notifyListeners()
  return isStored
}

/** Returns the photos of an account, the newest first; none where the browser has no storage. */
export async function unfinishedPhotosOf(owner: string): Promise<UnfinishedPhoto[]> {
  const rows = await withPhotos((db) => db.getAllFromIndex('photos', 'owner', owner)).catch((error: unknown) => {
    console.info('The unfinished photos cannot be read', error)
    return []
  })
  return rows.map(toPhoto).toSorted((a, b) => b.takenAt.localeCompare(a.takenAt))
}

/** @returns undefined where the account has no such photo on this phone */
export async function unfinishedPhoto(owner: string, id: string): Promise<UnfinishedPhoto | undefined> {
  const row = await withPhotos((db) => db.get('photos', id))
  return row?.owner === owner ? toPhoto(row) : undefined
}

/**
 * Deletes those of the ids that are photos of this account: they have an entry now, or were thrown away.
 * @returns the deleted photos
 */
export async function deleteUnfinishedPhotos(owner: string, ids: readonly string[]): Promise<UnfinishedPhoto[]> {
  if (ids.length === 0) return []
  const gone = await withPhotos(async (db) => {
    const { store, done } = db.transaction('photos', 'readwrite')
    const own = (await store.index('owner').getAll(owner)).filter(({ id }) => ids.includes(id))
    await Promise.all([...own.map(({ id }) => store.delete(id)), done])
    return own
  })
  if (gone.length > 0) notifyListeners()
  return gone.map(toPhoto)
}

function toPhoto({ id, owner, takenAt, blob, picture }: StoredPhoto): UnfinishedPhoto {
  return { id, owner, takenAt, file: { blob: blobOf(blob), picture } }
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}
