import { useElementScrollRestoration } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Rows that take longer than this scroll no page, because the user reads it by now; in milliseconds. */
const LONGEST_WAIT_MS = 10_000
const USER_EVENTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Scrolls a page that was reloaded to the place where it was left, as soon as it is long enough. The router does so
 * when the page is first drawn, and then its rows have not arrived yet. Any action of the user ends the wait.
 */
export function useScrollAfterReload(): void {
  const left = useRef(useElementScrollRestoration({ getElement: () => window })?.scrollY ?? 0)
  useEffect(() => {
    const top = left.current
    if (top === 0 || window.scrollY > 0) return
    const page = document.documentElement
    const observer = new ResizeObserver(() => {
      if (page.scrollHeight - window.innerHeight < top) return
      stop()
      window.scrollTo(0, top)
    })
    const stop = () => {
      observer.disconnect()
      clearTimeout(timer)
      for (const event of USER_EVENTS) removeEventListener(event, stop)
    }
    const timer = setTimeout(stop, LONGEST_WAIT_MS)
    for (const event of USER_EVENTS) addEventListener(event, stop, { passive: true })
    observer.observe(document.body)
    return stop
  }, [])
}
