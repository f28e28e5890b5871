import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

/** The events by which the user moves away by hand. */
const MANUAL_SCROLL_EVENTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to a section while the address names it, because the browser found none there at first. Lists that load later
 * make the page longer above it, so this scrolls again until the user moves away by hand.
 */
export function useScrollToSection(section: RefObject<HTMLElement | null>, id: string): void {
  const isNamed = useLocation({ select: ({ hash }) => hash === id })
  useEffect(() => {
    if (!isNamed) return
    const arrive = () => section.current?.scrollIntoView()
    const grown = new ResizeObserver(arrive)
    const letGo = () => grown.disconnect()
    arrive()
    grown.observe(document.body)
    for (const type of MANUAL_SCROLL_EVENTS) addEventListener(type, letGo, { capture: true, passive: true })
    return () => {
      letGo()
      for (const type of MANUAL_SCROLL_EVENTS) removeEventListener(type, letGo, { capture: true })
    }
  }, [isNamed, section])
}
