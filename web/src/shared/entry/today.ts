import { type Day, dayOf } from '@ledger/contracts/dates.ts'

/** The day that it is in India, by this device's clock. */
export function today(): Day {
  return dayOf(new Date().toISOString())
}
