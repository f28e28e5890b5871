import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type SectionId, shownOnPhone } from './sections.ts'

/**
 * From this width on all sections are shown one below the other; on a narrower screen one at a time (Tailwind's `lg`).
 */
const DESK = '(min-width: 1024px)'

/** Returns the class that hides a section on a phone while the address names another. */
export function useLeftOut(id: SectionId): string {
  const isShown = useLocation({ select: ({ hash }) => shownOnPhone(hash).includes(id) })
  return isShown ? '' : 'max-lg:hidden'
}

/**
 * Returns the section that a phone shows, as the strip of names marks it; undefined on a desk, which shows all of them.
 */
export function useShownSection(): SectionId | undefined {
  const shown = useLocation({ select: ({ hash }) => shownOnPhone(hash)[0] })
  return matchMedia(DESK).matches ? undefined : shown
}

/** The events by which the user moves away by hand. */
const BY_HAND = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to the section that the address names, because the browser found none there at first, and on a phone it was
 * hidden when its name was pressed. Sections that load later make the page longer above it, so this scrolls again until
 * the user moves away by hand.
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
