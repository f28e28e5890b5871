import { type ComponentType, useEffect, useState } from 'react'
import { isAway } from '../api/network.ts'
import { useToasts } from './toast-store.ts'

/**
 * The delay before the toaster is loaded, in milliseconds, which leaves the line to the first screen. Without a network
 * the phone itself is busy for longer.
 */
const AFTER_MS = isAway() ? 1000 : 100

/**
 * Loads the toaster a moment after the first screen, or with the first toast. After a failure the next toast loads it
 * again.
 */
export function ToasterLater() {
  const [Part, setPart] = useState<ComponentType>()
  const toast = useToasts((state) => state.toast)
  useEffect(() => {
    if (Part !== undefined) return
    const bring = () => import('./toaster.tsx').then(({ Toaster }) => setPart(() => Toaster), broughtLater)
    const timer = setTimeout(bring, toast === undefined ? AFTER_MS : 0)
    return () => clearTimeout(timer)
  }, [Part, toast])
  return Part === undefined ? null : <Part />
}

function broughtLater(): void {}
