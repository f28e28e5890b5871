import { newIdempotencyKey } from '../api/api-client.ts'

/**
 * The input of a form that is not booked yet, with the idempotency key under which it will be booked. Session storage
 * holds it, so a reload or the back button loses nothing, and a second save of the same draft is the same command to
 * the ledger.
 */
export interface Draft {
  readonly key: string
  readonly fields: Readonly<Record<string, string>>
}

interface StoredDraft extends Draft {
  /**
   * The own id of the account that typed it. Another account that signs in on this phone does not see it, even with the
   * same mobile number.
   */
  readonly owner: string
}

/** The database of the files that drafts name, of every tab. */
export const DRAFT_FILES_DATABASE = 'draft-files'

const storageKey = (form: string) => `draft:${form}`

/** Returns the draft that this account left in this form, or a blank one with a new key. */
export function openDraft(form: string, owner: string): Draft {
  const stored = storedDraft(form)
  return stored?.owner === owner ? stored : { key: newIdempotencyKey(), fields: {} }
}

export function hasDraft(form: string, owner: string): boolean {
  return storedDraft(form)?.owner === owner
}

export function storeDraft(form: string, owner: string, { key, fields }: Draft): void {
  sessionStorage.setItem(storageKey(form), JSON.stringify({ owner, key, fields } satisfies StoredDraft))
}

export function deleteDraft(form: string): void {
  sessionStorage.removeItem(storageKey(form))
}

function storedDraft(form: string): StoredDraft | undefined {
  // `storeDraft` is the only writer, so the text is trusted.
  const value: StoredDraft = JSON.parse(sessionStorage.getItem(storageKey(form)) ?? 'null')
  return value ?? undefined
}
