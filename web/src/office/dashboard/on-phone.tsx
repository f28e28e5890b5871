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

/** A section that was hidden when its name was pressed: the browser could not go there. */
export function useArrival(): void {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    if (hash === '' || matchMedia(DESK).matches) return
    const section = document.getElementById(hash)
    section?.scrollIntoView()
    section?.focus({ preventScroll: true })
  }, [hash])
}
