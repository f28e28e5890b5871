import { useEffect, useState } from 'react'

export const LANDING_SECTIONS = ['home', 'about', 'projects', 'capabilities', 'partners', 'contact'] as const
export type LandingSectionId = (typeof LANDING_SECTIONS)[number]

/** §2: returns the section that is being read: of several in the window, the one that crosses the upper third. */
export function useActiveSection(): LandingSectionId {
  const [active, setActive] = useState<LandingSectionId>('home')
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.find((entry) => entry.isIntersecting)
        const id = LANDING_SECTIONS.find((section) => section === entered?.target.id)
        if (id !== undefined) setActive(id)
      },
      { rootMargin: '-30% 0px -69% 0px' },
    )
    for (const id of LANDING_SECTIONS) {
      const section = document.getElementById(id)
      if (section !== null) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [])
  return active
}

/** Scrolls to the section smoothly, unless the reader asked for less motion, and moves the focus there. */
export function scrollToSection(id: LandingSectionId): void {
  const section = document.getElementById(id)
  if (section === null) return
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  section.scrollIntoView({ behavior: still ? 'auto' : 'smooth', block: 'start' })
  section.focus({ preventScroll: true })
  history.replaceState(history.state, '', `#${id}`)
}
