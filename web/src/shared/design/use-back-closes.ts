import { type ParsedLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** So many things lie over the screen of this address, one over the other. */
    covers?: number
  }
}

/** How many there are now. */
let open = 0
/** Whether the screen with which the page began has been led to where it was left. */
let isLed = false
/** The steps that lie under them. */
const covered = new Set<string | undefined>()

/**
 * For the router's `scrollRestoration`: whether a step leads to another screen, which is shown from its top or from where it
 * was left. Under a cover nothing has moved, and the router would not know from where: it forgets a scroll that came while it
 * was still drawing.
 */
export function leadsToAnotherScreen({ location: { state } }: { location: ParsedLocation }): boolean {
  const isFirst = !isLed
  isLed = true
  // A page begins at its top. Who was quicker than the app, which is still drawing, has chosen a place.
  if (isFirst && window.scrollY > 0) return false
  return !covered.has(state.__TSR_key) && (open === 0 || state.covers === undefined)
}

/**
 * For what lies over a screen while it is mounted: the browser's history gets one more step at the same address, so that the
 * phone's back button takes it away, and neither the screen nor what it lies over.
 * @param onClosed it is to go now
 * @returns closes it as the back button does; what is handed to it happens afterwards
 */
export function useBackCloses(onClosed: () => void): (afterwards?: () => void) => void {
  const router = useRouter()
  const latest = useRef(onClosed)
  latest.current = onClosed
  const next = useRef<() => void>(undefined)
  const depth = useRef(0)
  const isCovered = () => (router.history.location.state.covers ?? 0) >= depth.current

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears
  useEffect(() => {
    open += 1
    const covers = open
    depth.current = covers
    const { __TSR_key: below } = router.history.location.state
    covered.add(below)
    // React mounts twice where it is strict, and a step that outlived a reload is as good as a new one.
    if (!isCovered())
      void router.navigate({
        to: '.',
        search: true,
        hash: true,
        state: (state) => ({ ...state, covers }),
        resetScroll: false,
        hashScrollIntoView: false,
      })
    const leave = () => {
      if (isCovered()) return
      latest.current()
      next.current?.()
    }
    window.addEventListener('popstate', leave)
    return () => {
      open -= 1
      covered.delete(below)
      window.removeEventListener('popstate', leave)
    }
  }, [])

  return (afterwards) => {
    next.current = afterwards
    if (isCovered()) return router.history.back()
    latest.current()
    afterwards?.()
  }
}
