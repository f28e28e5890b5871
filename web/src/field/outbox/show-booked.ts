import type { QueryClient } from '@tanstack/react-query'
import { showRecorded } from '../../shared/api/site-account.ts'
import type { Booked } from './entry.ts'

/** @param booked the ledger's answer; undefined where another tab had it */
export function showBooked(client: QueryClient, booked: Booked | undefined): Promise<void> {
  return booked === undefined ? client.invalidateQueries() : showRecorded(client, booked.balance)
}
