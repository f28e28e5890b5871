import { type AnyRouter, type ParsedLocation, useRouter } from '@tanstack/react-router'
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
/** Resolves when the steps of closed overlays have been taken back; undefined where none is. */
let steppingBack: Promise<void> | undefined
/** Whether the browser is on its way to another page, which a step back would cancel. */
let isLeaving = false
/** A browser that takes no step back within this time takes none, in milliseconds. */
const STEP_BACK_TIMEOUT_MS = 5000

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

function returned(): void {
  isLeaving = false
}

/** Leads the browser to another page. Overlays that close from here on leave their steps in the history. */
export function leavePage(address: string, how: 'assign' | 'replace'): void {
  const leave = () => {
    isLeaving = true
    // The back button may show this page again, as it was left.
    window.addEventListener('pageshow', returned, { once: true })
    window.location[how](address)
  }
  if (steppingBack === undefined) leave()
  else void steppingBack.then(leave)
}

/**
 * Adds a step at the same address to the browser's history while an overlay is mounted, so that the phone's back button
 * closes the overlay, and leaves neither the screen nor the overlay below it. An overlay that closes in another way
 * takes its step back. One that stays open gets its step again.
 * @param onBack called when the back button is pressed
 */
export function useCloseOnBack(onBack: () => void): void {
  const router = useRouter()
  const latest = useRef(onBack)
  latest.current = onBack

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears
  useEffect(() => {
    openCovers += 1
    const depth = openCovers
    const closed = new AbortController()
    const cover = () => {
      // React mounts twice in strict mode, and a step that survived a reload serves as well as a new one.
      if (closed.signal.aborted || coversOf(router) >= depth) return
      coveredSteps.add(router.history.location.state.__TSR_key)
      void router.navigate({
        to: '.',
        search: true,
        hash: true,
        state: (state) => ({ ...state, covers: depth }),
        resetScroll: false,
        hashScrollIntoView: false,
      })
    }
    // An overlay that takes the place of another one waits until that one's step is gone.
    if (steppingBack === undefined) cover()
    else void steppingBack.then(cover)
    const leave = () => {
      if (steppingBack !== undefined || coversOf(router) >= depth) return
      latest.current()
      setTimeout(cover)
    }
    window.addEventListener('popstate', leave, { signal: closed.signal })
    return () => {
      openCovers -= 1
      closed.abort()
      setTimeout(stepBack, 0, router)
    }
  }, [])
}

const coversOf = (router: AnyRouter): number => router.history.location.state.covers ?? 0

/** Takes back the steps of all overlays that have closed, unless the address has changed with them. */
function stepBack(router: AnyRouter): void {
  if (isLeaving || steppingBack !== undefined) return
  const left = coversOf(router) - openCovers
  if (left <= 0) {
    forgetCoveredSteps(router)
    return
  }
  steppingBack = new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('popstate', landed)
      steppingBack = undefined
      forgetCoveredSteps(router)
      resolve()
    }
    const landed = () =>
      // The overlays' own listeners hear the same event, and must not take it for the back button.
      setTimeout(() => {
        done()
        // Another overlay may have closed meanwhile.
        stepBack(router)
      })
    // A step that comes later is not asked for twice: it would leave the screen.
    const timer = setTimeout(done, STEP_BACK_TIMEOUT_MS)
    window.addEventListener('popstate', landed, { once: true })
  })
  router.history.go(-left)
}

/** Forgets the steps once the router has drawn the one that it landed on, which it must not scroll. */
function forgetCoveredSteps(router: AnyRouter): void {
  const stop = router.subscribe('onRendered', forget)
  setTimeout(forget, STEP_BACK_TIMEOUT_MS)
  function forget(): void {
    stop()
    if (openCovers === 0) coveredSteps.clear()
  }
}
