import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type DashboardSectionId, sectionsShownOnPhone } from './dashboard-sections.ts'

/**
 * From this width on all sections are shown one below the other; on a narrower screen one at a time (Tailwind's `lg`).
 */
const DESK_MEDIA_QUERY = '(min-width: 1024px)'

/** Returns the class that hides a section on a phone while the address names another. */
export function useHiddenOnPhoneClass(id: DashboardSectionId): string {
  const isShown = useLocation({ select: ({ hash }) => sectionsShownOnPhone(hash).includes(id) })
  return isShown ? '' : 'max-lg:hidden'
}

/**
 * Returns the section that a phone shows, as the strip of names marks it; undefined on a desk, which shows all of them.
 */
export function useShownSection(): DashboardSectionId | undefined {
  const shown = useLocation({ select: ({ hash }) => sectionsShownOnPhone(hash)[0] })
  return matchMedia(DESK_MEDIA_QUERY).matches ? undefined : shown
}

/** The events by which the user moves away by hand. */
const MANUAL_SCROLL_EVENTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to the section that the address names, because the browser found none there at first, and on a phone it was
 * hidden when its name was pressed. Sections that load later make the page longer above it, so this scrolls again until
 * the user moves away by hand.
 */
export function useScrollToSection(): void {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    const section = document.getElementById(hash)
    if (section === null) return
    if (!matchMedia(DESK_MEDIA_QUERY).matches) section.focus({ preventScroll: true })
    const arrive = () => section.scrollIntoView()
    const grown = new ResizeObserver(arrive)
    const letGo = () => grown.disconnect()
    arrive()
    grown.observe(document.body)
    for (const type of MANUAL_SCROLL_EVENTS) addEventListener(type, letGo, { capture: true, passive: true })
    return () => {
      letGo()
      for (const type of MANUAL_SCROLL_EVENTS) removeEventListener(type, letGo, { capture: true })
    }
  }, [hash])
}
