/**
 * Asks the browser never to delete this app's storage on the phone, however little room it has (docs/offline.md
 * describes each browser). Chromium and Safari decide by themselves. Firefox asks the user, so this is called right
 * after the user did what needs it: added the app to the home screen, or made an entry that waits.
 */
export async function askForPersistentStorage(): Promise<void> {
  // Missing where the page was loaded over plain http.
  const storage: StorageManager | undefined = navigator.storage
  if (storage === undefined || (await storage.persisted())) return
  await storage.persist()
}

const ASKED_STORAGE_KEY = 'storageAsked'

/** Asks for the first entry that waits in this browser. A user who refused is not asked again. */
export async function askOnceForPersistentStorage(): Promise<void> {
  if (localStorage.getItem(ASKED_STORAGE_KEY) !== null) return
  localStorage.setItem(ASKED_STORAGE_KEY, 'yes')
  await askForPersistentStorage()
}
