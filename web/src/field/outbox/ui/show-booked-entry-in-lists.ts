import type { QueryClient } from '@tanstack/react-query'
import { showOwnChange } from '../../../shared/api/own-transaction-queries.ts'
import { forgetJustSaved, markJustSaved } from '../../khata/just-saved.ts'
import type { BookedAnswer } from '../model/outbox-entry.ts'

/**
 * Shows a booked entry in the lists, and has them read again. A failure is only logged: the lists are read again within
 * half a minute all the same.
 * @param booked the ledger's answer; undefined where another tab received it
 */
export function showBookedEntryInLists(client: QueryClient, booked: BookedAnswer | undefined): void {
  show(client, booked).catch((error: unknown) => console.warn('A booked entry was not shown at once', error))
}

async function show(client: QueryClient, booked: BookedAnswer | undefined): Promise<void> {
  if (booked === undefined) return showOwnChange(client, undefined)
  if ('answered' in booked) return client.invalidateQueries({ queryKey: ['/api/site/questions'] })
  const { balance, ...now } = booked
  if ('gone' in now) forgetJustSaved(now.gone)
  else if (now.revision === 1) markJustSaved(now)
  return showOwnChange(client, now, balance)
}
