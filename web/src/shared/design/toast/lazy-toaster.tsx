import { type ComponentType, useEffect, useState } from 'react'
import { useToasts } from './toast-store.ts'

/** A user does one of these before anything can be said to have worked or failed. */
const FIRST_ACTIONS = ['pointerdown', 'keydown', 'focusin'] as const

/**
 * Loads the toaster with the user's first action, or with the first toast, and so leaves the line to the first screen.
 * After a failure the next of them loads it again. The code itself comes after the first answer
 * (app/deferred-startup.ts).
 */
export function LazyToaster() {
  const [Part, setPart] = useState<ComponentType>()
  const toast = useToasts((state) => state.toast)
  useEffect(() => {
    if (Part !== undefined) return
    const bring = () =>
      void import('./toaster.tsx').then(({ Toaster }) => setPart(() => Toaster), retriedWithNextAction)
    if (toast !== undefined) bring()
    const loaded = new AbortController()
    for (const action of FIRST_ACTIONS) window.addEventListener(action, bring, { signal: loaded.signal })
    return () => loaded.abort()
  }, [Part, toast])
  return Part === undefined ? null : <Part />
}

function retriedWithNextAction(): void {}
