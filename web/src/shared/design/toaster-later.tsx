import { type ComponentType, useEffect, useState } from 'react'
import { isAway } from '../api/network.ts'
import { useToasts } from './toast-store.ts'

/** What a screen needs to stand there comes first; without a network only the phone itself is waited for, and that takes it time. */
const AFTER_MS = isAway() ? 1000 : 100

/**
 * Brings what draws toasts a moment after the first screen, while there is a network, or with the first toast; where it did
 * not come, with the next.
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
