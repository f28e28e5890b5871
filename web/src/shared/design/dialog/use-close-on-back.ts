import { type ParsedLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The number of overlays on the screen of this address, one above the other. */
    covers?: number
  }
}

/** The number of open overlays. */
let openCovers = 0
/** True once the first screen of the page has been scrolled to its last position. */
let isFirstScreenPlaced = false
/** The history steps below the overlays. */
const coveredSteps = new Set<string | undefined>()

/**
 * Tells the router's `scrollRestoration` whether a step leads to another screen, which is shown from its top or from
 * its last position. Under an overlay nothing has moved, and the router would not know the position: it loses a scroll
 * that happened while it was still drawing.
 */
export function restoresScroll({ location: { state } }: { location: ParsedLocation }): boolean {
  const isFirst = !isFirstScreenPlaced
  isFirstScreenPlaced = true
  // A page begins at its top, unless the user has already scrolled while the app was still drawing.
  if (isFirst && window.scrollY > 0) return false
  return !coveredSteps.has(state.__TSR_key) && (openCovers === 0 || state.covers === undefined)
}

/**
 * Adds a step at the same address to the browser's history while an overlay is mounted, so that the phone's back button
 * closes the overlay, and leaves neither the screen nor the overlay below it.
 * @param onClosed called when the overlay must close
 * @returns a function that closes it as the back button does, and then calls its argument
 */
export function useCloseOnBack(onClosed: () => void): (afterwards?: () => void) => void {
  const router = useRouter()
  const latest = useRef(onClosed)
  latest.current = onClosed
  const next = useRef<() => void>(undefined)
  const depth = useRef(0)
  const isCovered = () => (router.history.location.state.covers ?? 0) >= depth.current

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears
  useEffect(() => {
    openCovers += 1
    const covers = openCovers
    depth.current = covers
    const { __TSR_key: below } = router.history.location.state
    coveredSteps.add(below)
    // React mounts twice in strict mode, and a step that survived a reload serves as well as a new one.
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
      openCovers -= 1
      coveredSteps.delete(below)
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
