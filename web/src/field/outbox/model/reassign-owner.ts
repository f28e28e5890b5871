import type { FieldUser } from '../../../shared/session/field-session.ts'
import { withLeaderLock } from './flush.ts'
import { changeOwner, indexedDbStore } from './outbox-store.ts'

/**
 * Moves the entries that older versions of the app stored under the user's public id to the account's own id. Where the
 * browser has locks, this waits until no round is sending.
 * @returns whether there were any
 */
export async function reassignToAccount({ id, account }: FieldUser): Promise<boolean> {
  if (account === id || (await indexedDbStore.entriesOf(id)).length === 0) return false
  await withLeaderLock(() => changeOwner(id, account))
  return true
}
