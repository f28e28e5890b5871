import { type ComponentType, useEffect, useState } from 'react'
import { isServerUnreachable } from '../../api/server-reachability.ts'
import { useToasts } from './toast-store.ts'

/**
 * The delay before the toaster is loaded, in milliseconds, which leaves the line to the first screen. Without a network
 * the phone itself is busy for longer.
 */
const TOASTER_DELAY_MS = isServerUnreachable() ? 1000 : 100

/**
 * Loads the toaster a moment after the first screen, or with the first toast. After a failure the next toast loads it
 * again.
 */
export function LazyToaster() {
  const [Part, setPart] = useState<ComponentType>()
  const toast = useToasts((state) => state.toast)
  useEffect(() => {
    if (Part !== undefined) return
    const bring = () => import('./toaster.tsx').then(({ Toaster }) => setPart(() => Toaster), retriedWithNextToast)
    const timer = setTimeout(bring, toast === undefined ? TOASTER_DELAY_MS : 0)
    return () => clearTimeout(timer)
  }, [Part, toast])
  return Part === undefined ? null : <Part />
}

function retriedWithNextToast(): void {}
