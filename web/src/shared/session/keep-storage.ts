/**
 * Asks the browser to throw away nothing of what this app keeps on the phone, however short it is of room (docs/offline.md says what
 * each browser does). Chromium and Safari decide by themselves; Firefox asks the person, so this belongs where the person has just
 * done what needs it: put the app on the home screen, or made an entry that waits.
 */
export async function askToKeepStorage(): Promise<void> {
  // Missing where the page came over plain http.
  const storage: StorageManager | undefined = navigator.storage
  if (storage === undefined || (await storage.persisted())) return
  await storage.persist()
}

const ASKED = 'storageAsked'

/** For the first entry that waits in this browser: whoever has said no is not asked with each. */
export async function askOnceToKeepStorage(): Promise<void> {
  if (localStorage.getItem(ASKED) !== null) return
  localStorage.setItem(ASKED, 'yes')
  await askToKeepStorage()
}
