import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Reads what a test's browser has cached of the app: its files, and the answers that the field read
 * (web/service-worker, web/src/app/offline).
 */

interface StoredAnswerRow {
  hash: string
  account: string
  data: unknown
}

/** Returns the answers that this browser has cached. */
export function storedAnswers(page: Page): Promise<StoredAnswerRow[]> {
  return page.evaluate(async () => {
    // Opening a missing database would create it.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'kept-answers')) return []
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('kept-answers')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const rows = await new Promise<StoredAnswerRow[]>((resolve, reject) => {
      const reading = db.transaction('answers').objectStore('answers').getAll()
      reading.onsuccess = () => resolve(reading.result)
      reading.onerror = () => reject(reading.error)
    })
    db.close()
    return rows.map(({ hash, account, data }) => ({ hash, account, data }))
  })
}

/** Makes the answers that this browser has cached older, as if they had been read that many milliseconds before. */
export function ageStoredAnswers(page: Page, milliseconds: number): Promise<void> {
  return page.evaluate(async (older) => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('kept-answers')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const answers = db.transaction('answers', 'readwrite').objectStore('answers')
    const rows = await new Promise<{ at: number }[]>((resolve, reject) => {
      const reading = answers.getAll()
      reading.onsuccess = () => resolve(reading.result)
      reading.onerror = () => reject(reading.error)
    })
    for (const row of rows) answers.put({ ...row, at: row.at - older })
    await new Promise<void>((resolve) => {
      answers.transaction.oncomplete = () => resolve()
    })
    db.close()
  }, milliseconds)
}

/** Returns the number of files that this browser stores with drafts. */
export function countDraftFiles(page: Page): Promise<number> {
  return page.evaluate(async () => {
    // Opening a missing database would create it.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'draft-files')) return 0
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('draft-files')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const count = await new Promise<number>((resolve, reject) => {
      const counting = db.transaction('files').objectStore('files').count()
      counting.onsuccess = () => resolve(counting.result)
      counting.onerror = () => reject(counting.error)
    })
    db.close()
    return count
  })
}

/** Returns the paths of the app's files that this browser has cached. */
export function cachedAppFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const requests = await (await caches.open('app')).keys()
    return requests.map(({ url }) => new URL(url).pathname)
  })
}

/** Waits until the app opens without a network here, with the answers to these queries. */
export async function waitUntilAvailableOffline(page: Page, ...queries: string[]): Promise<void> {
  const patience = { timeout: 20_000 }
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null), patience).toBe(true)
  for (const query of queries)
    await expect
      .poll(async () => (await storedAnswers(page)).some(({ hash }) => hash.includes(query)), {
        ...patience,
        message: query,
      })
      .toBe(true)
}
