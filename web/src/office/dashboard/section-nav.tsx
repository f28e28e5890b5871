import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useScrollToCurrent } from '../../shared/design/use-scroll-to-current.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { DASHBOARD_SECTIONS, type DashboardSectionId } from './dashboard-sections.ts'
import { words } from './screen-texts.ts'
import { sectionLabels } from './section-labels.ts'
import { useShownSection } from './section-visibility.tsx'

/** The navigation of head office: a column beside the long page on a desk, a strip above the one section on a phone. */
export function SectionNav({ shown }: { shown: readonly DashboardSectionId[] }) {
  const t = useWords(words)
  const names = useWords(sectionLabels)
  const passed = useCurrentSection()
  const current = useShownSection() ?? passed
  const strip = useRef<HTMLUListElement>(null)
  useScrollToCurrent(strip, current)
  return (
    <nav
      aria-label={t.sections}
      className="sticky top-0 z-10 border-rule border-b bg-sheet lg:top-6 lg:self-start lg:border-b-0 lg:bg-transparent"
    >
      <ul
        ref={strip}
        className="relative flex gap-1 overflow-x-auto px-3 py-1 lg:max-h-[calc(100dvh-48px)] lg:flex-col lg:gap-0 lg:overflow-y-auto lg:px-1 lg:py-1"
      >
        {DASHBOARD_SECTIONS.filter((id) => shown.includes(id)).map((id) => (
          <li key={id} className="shrink-0">
            <a
              href={`#${id}`}
              aria-current={current === id ? 'location' : undefined}
              className="flex min-h-11 items-center rounded-brick border-transparent px-3 text-ink-soft text-small aria-[current]:bg-wash aria-[current]:font-heavy aria-[current]:text-ink hover:text-ink hover:underline lg:border-l-3 lg:aria-[current]:border-accent-line"
            >
              {names[id]}
            </a>
          </li>
        ))}
        <li className="shrink-0 lg:mt-2 lg:border-rule lg:border-t lg:pt-2">
          <Link
            to="/admin/audit"
            className="flex min-h-11 items-center gap-2 rounded-brick px-3 text-ink-soft text-small hover:text-ink hover:underline"
          >
            <History className="size-4.5" aria-hidden="true" />
            {t.audit}
          </Link>
        </li>
      </ul>
    </nav>
  )
}

/** A section chosen by its name comes to rest above this line, under the strip. */
const CURRENT_SECTION_PX = 140

/**
 * Returns the section whose top passed that line last. At the end of the page, where the last sections cannot pass the
 * line, returns the section that the address names.
 */
function useCurrentSection(): DashboardSectionId {
  const [current, setCurrent] = useState<DashboardSectionId>('overview')
  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      let last: DashboardSectionId = 'overview'
      let lastTop = Number.NEGATIVE_INFINITY
      for (const id of DASHBOARD_SECTIONS) {
        const top = document.getElementById(id)?.getBoundingClientRect().top
        // The first of two sections beside each other counts.
        if (top === undefined || top > CURRENT_SECTION_PX || top <= lastTop) continue
        last = id
        lastTop = top
      }
      const atEnd = window.scrollY > 0 && window.innerHeight + window.scrollY >= document.body.scrollHeight - 4
      setCurrent(atEnd ? (sectionInUrl() ?? 'auditors') : last)
    }
    const soon = () => {
      if (frame === 0) frame = requestAnimationFrame(look)
    }
    window.addEventListener('scroll', soon, { passive: true })
    // Where the page is already at its end, choosing another section does not scroll.
    window.addEventListener('hashchange', soon)
    // Found or loaded rows make the page longer and move its end.
    const grown = new ResizeObserver(soon)
    grown.observe(document.body)
    return () => {
      window.removeEventListener('scroll', soon)
      window.removeEventListener('hashchange', soon)
      grown.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [])
  return current
}

/** Returns the section that the address names, where it is visible in the window. */
function sectionInUrl(): DashboardSectionId | undefined {
  const named = DASHBOARD_SECTIONS.find((id) => `#${id}` === location.hash)
  const { top, bottom } = document.getElementById(named ?? '')?.getBoundingClientRect() ?? new DOMRect(0, -1)
  return top < window.innerHeight && bottom > 0 ? named : undefined
}
