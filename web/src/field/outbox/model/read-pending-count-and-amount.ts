import type { WaitingForSignIn } from '../../../shared/session/entries-waiting-for-sign-in.ts'
import { indexedDbStore } from './outbox-store.ts'
import { countForSignIn } from './pending-entries.ts'

/**
 * Returns what waits for a sign-in to this account, by its own id.
 * @throws where the browser stores nothing for this page
 */
export async function readPendingCountAndAmount(account: string): Promise<WaitingForSignIn> {
  return countForSignIn(await indexedDbStore.entriesOf(account))
}
