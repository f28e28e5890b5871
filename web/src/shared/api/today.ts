import { type Day, dayOf, endOfDay } from '@ledger/contracts/dates.ts'
import { useSyncExternalStore } from 'react'
import { onServerClockChange, serverNow } from './server-clock.ts'

/** Returns today in India, by the server's clock as far as this device knows it. */
export function today(): Day {
  return dayOf(new Date(serverNow()).toISOString())
}

/** Returns the same, and renders again when the day ends, and when the server's clock becomes known. */
export const useToday = (): Day => useSyncExternalStore(onTodayChange, today)

/**
 * Calls `listener` whenever today may be another day. A phone that sleeps at midnight runs no timer, so coming back to
 * the page calls it, too.
 * @returns a function that ends the subscription
 */
export function onTodayChange(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const waitForMidnight = () => {
    clearTimeout(timer)
    timer = setTimeout(check, Date.parse(endOfDay(today())) - serverNow())
  }
  const check = () => {
    waitForMidnight()
    listener()
  }
  waitForMidnight()
  const unsubscribe = onServerClockChange(check)
  document.addEventListener('visibilitychange', check)
  return () => {
    clearTimeout(timer)
    unsubscribe()
    document.removeEventListener('visibilitychange', check)
  }
}
