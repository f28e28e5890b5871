import { type Day, isDay } from '@ledger/contracts/dates.ts'

/** Tells whether a parameter of the address is a day that a list can be asked for. */
export function isDayInUrl(value: unknown): value is Day {
  return typeof value === 'string' && isDay(value)
}
