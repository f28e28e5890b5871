import type { QueryClient } from '@tanstack/react-query'
import { showOwn } from '../../shared/api/own-ledger.ts'
import type { Booked } from './entry.ts'

/** @param booked the ledger's answer; undefined where another tab received it */
export function showBooked(client: QueryClient, booked: Booked | undefined): Promise<void> {
  if (booked === undefined) return showOwn(client, undefined)
  const { balance, ...now } = booked
  return showOwn(client, now, balance)
}
