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
  const [LoadedToaster, setLoadedToaster] = useState<ComponentType>()
  const toast = useToasts((state) => state.toast)
  useEffect(() => {
    if (LoadedToaster !== undefined) return
    const load = () =>
      void import('./toaster.tsx').then(({ Toaster }) => setLoadedToaster(() => Toaster), retriedWithNextAction)
    if (toast !== undefined) load()
    const loaded = new AbortController()
    for (const action of FIRST_ACTIONS) window.addEventListener(action, load, { signal: loaded.signal })
    return () => loaded.abort()
  }, [LoadedToaster, toast])
  return LoadedToaster === undefined ? null : <LoadedToaster />
}

function retriedWithNextAction(): void {}
