/** A file in IndexedDB. A private window of Safari refuses a Blob, so its rows hold the bytes instead. */
export type StoredFile = Blob | { readonly bytes: ArrayBuffer; readonly type: string }

/** Returns the file of a row. */
export function blobOf(stored: StoredFile): Blob {
  return stored instanceof Blob ? stored : new Blob([stored.bytes], { type: stored.type })
}

/** Returns rows as the database accepts them. */
export async function toStorableRows<R extends { readonly blob: Blob }>(
  db: IDBDatabase,
  store: string,
  rows: readonly R[],
): Promise<readonly (Omit<R, 'blob'> & { readonly blob: StoredFile })[]> {
  if (rows.length === 0 || !(await refusesBlobs(db, store))) return rows
  return Promise.all(
    rows.map(async (row) => ({ ...row, blob: { bytes: await row.blob.arrayBuffer(), type: row.blob.type } })),
  )
}

/**
 * Tells whether this is a private window of Safari, where storing a Blob fails, at once or a moment later. Everything
 * in its storage goes when the window closes. Where nothing at all can be stored, the write after this one says so.
 * @param store an object store whose keys are the ids of its rows
 */
export function refusesBlobs(db: IDBDatabase, store: string): Promise<boolean> {
  const trial = db.transaction(store, 'readwrite')
  return new Promise((resolve) => {
    trial.addEventListener('abort', () => resolve(true))
    try {
      const request = trial.objectStore(store).put({ id: 'trial', owner: '', blob: new Blob(['trial']) })
      request.addEventListener('success', () => {
        resolve(false)
        trial.abort()
      })
    } catch {
      trial.abort()
    }
  })
}
