import { type Day, dayOf } from '@ledger/contracts/dates.ts'
import { useSyncExternalStore } from 'react'
import { onServerClockChange, serverNow } from './server-clock.ts'

/** Returns today in India, by the server's clock as far as this device knows it. */
export function today(): Day {
  return dayOf(new Date(serverNow()).toISOString())
}

/** Returns the same, and renders again when the server's clock becomes known. */
export const useToday = (): Day => useSyncExternalStore(onServerClockChange, today)
