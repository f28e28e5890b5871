import type { FieldUser } from '../../shared/session/session.ts'
import { alone } from './round.ts'
import { keptStore, takeOver } from './store.ts'

/**
 * What waits under the public id of whoever is signed in, as older versions of the app kept it, waits under the account's own from now
 * on. Where the browser has locks, not while it is being sent.
 * @returns whether there was any
 */
export async function adopt({ id, account }: FieldUser): Promise<boolean> {
  if (account === id || (await keptStore.entriesOf(id)).length === 0) return false
  await alone(() => takeOver(id, account))
  return true
}
