import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type SectionId, shownOnPhone } from './sections.ts'

/** Where the sections stand one below the other; narrower, one at a time (Tailwind's `lg`). */
const DESK = '(min-width: 1024px)'

/** The class that leaves a section out on a phone while the address names another. */
export function useLeftOut(id: SectionId): string {
  const isShown = useLocation({ select: ({ hash }) => shownOnPhone(hash).includes(id) })
  return isShown ? '' : 'max-lg:hidden'
}

/** The section that a phone shows, as the strip of names marks it; undefined on a desk, where all stand there. */
export function useShownSection(): SectionId | undefined {
  const shown = useLocation({ select: ({ hash }) => shownOnPhone(hash)[0] })
  return matchMedia(DESK).matches ? undefined : shown
}

/** With these somebody goes elsewhere by hand. */
const BY_HAND = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Goes to the section that the address names: at the first look the browser found none there, and on a phone it was hidden when its name was
 * pressed. What comes later makes the page longer above it, so it is gone to again until somebody goes elsewhere by hand.
 */
export function useArrival(): void {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    const section = document.getElementById(hash)
    if (section === null) return
    if (!matchMedia(DESK).matches) section.focus({ preventScroll: true })
    const arrive = () => section.scrollIntoView()
    const grown = new ResizeObserver(arrive)
    const letGo = () => grown.disconnect()
    arrive()
    grown.observe(document.body)
    for (const type of BY_HAND) addEventListener(type, letGo, { capture: true, passive: true })
    return () => {
      letGo()
      for (const type of BY_HAND) removeEventListener(type, letGo, { capture: true })
    }
  }, [hash])
}
