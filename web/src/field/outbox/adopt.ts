import type { FieldUser } from '../../shared/session/session.ts'
import { alone } from './round.ts'
import { keptStore, takeOver } from './store.ts'

/**
 * Moves the entries that older versions of the app stored under the user's public id to the account's own id. Where the
 * browser has locks, this waits until no round is sending.
 * @returns whether there were any
 */
export async function adopt({ id, account }: FieldUser): Promise<boolean> {
  if (account === id || (await keptStore.entriesOf(id)).length === 0) return false
  await alone(() => takeOver(id, account))
  return true
}
