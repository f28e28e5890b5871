import { type ReactNode, useId, useRef } from 'react'
import type { SectionId } from '../dashboard/page-of-section.ts'
import { useScrollToSection } from './use-scroll-to-section.ts'

interface Props {
  /** The fragment of its address, which scrolls to it. */
  id: SectionId
  title: string
  /** Shown beside the title, such as the button that creates an entry. */
  action?: ReactNode
  /** True where the children draw their own sheets. */
  bare?: boolean
  children: ReactNode
}

/** A section of a page of head office: a sheet under the heading that §2 gives it. */
export function PageSection({ id, title, action, bare = false, children }: Props) {
  const heading = useId()
  const section = useRef<HTMLElement>(null)
  useScrollToSection(section, id)
  return (
    <section
      ref={section}
      id={id}
      aria-labelledby={heading}
      className={`min-w-0 scroll-mt-4 ${bare ? '' : 'rounded-sheet border border-rule bg-sheet'}`}
    >
      <div
        className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 ${bare ? 'pb-3' : 'px-4 py-3 md:px-5'}`}
      >
        <h2 id={heading} className="font-heavy text-lead">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}
