import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'
import type { DashboardSectionId } from './dashboard-sections.ts'
import { useHiddenOnPhoneClass } from './section-visibility.tsx'

interface Props {
  id: DashboardSectionId
  title: string
  /** Shown beside the title, such as the button that creates an entry. */
  action?: ReactNode
  /** Rendered once the section comes near the window or the address names it. Its code and its data load only then. */
  children: () => ReactNode
  /** Its approximate height, so that the page does not jump. */
  height?: string
  /** True where the children draw their own sheets. */
  bare?: boolean
}

/** One sheet of the long page. */
export function LazySection({ id, title, action, children, height = 'min-h-80', bare = false }: Props) {
  const heading = useId()
  const [place, seen] = useSeenOnce()
  const leftOut = useHiddenOnPhoneClass(id)
  const isNamed = useLocation({ select: ({ hash }) => hash === id })
  return (
    <section
      ref={place}
      id={id}
      tabIndex={-1}
      aria-labelledby={heading}
      className={`min-w-0 scroll-mt-20 focus-visible:outline-none lg:scroll-mt-6 ${leftOut} ${bare ? '' : 'overflow-hidden rounded-sheet border border-rule bg-sheet'}`}
    >
      <div className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-3 ${bare ? 'py-3' : 'p-4 md:px-5'}`}>
        <h2 id={heading} className="font-heavy text-lead">
          {title}
        </h2>
        {action}
      </div>
      {seen || isNamed ? children() : <div className={height} aria-busy="true" />}
    </section>
  )
}

/** Stays true once the section was near the window. */
function useSeenOnce() {
  const place = useRef<HTMLElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (place.current === null || seen) return
    const observer = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && setSeen(true), {
      rootMargin: '300px 0px',
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [seen])
  return [place, seen] as const
}

/** Placeholders for rows that are loading. */
export function SectionSkeleton() {
  return (
    <div className="grid gap-4 px-4 pb-5 md:px-5" aria-busy="true">
      {['a', 'b', 'c', 'd'].map((row) => (
        <span key={row} className="flex justify-between gap-4">
          <SkeletonBar className="h-6 w-1/2" />
          <SkeletonBar className="h-6 w-24" />
        </span>
      ))}
    </div>
  )
}
