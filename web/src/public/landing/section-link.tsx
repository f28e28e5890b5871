import type { ReactNode } from 'react'
import { type LandingSectionId, scrollToSection } from './use-active-section.ts'

interface Props {
  to: LandingSectionId
  className: string
  isCurrent?: boolean
  /** Called before it scrolls there. */
  onFollow?(): void
  children: ReactNode
}

/** A link to a section of this page. It has a real address, and scrolls there smoothly. */
export function SectionLink({ to, className, isCurrent = false, onFollow, children }: Props) {
  return (
    <a
      href={`#${to}`}
      aria-current={isCurrent ? 'location' : undefined}
      className={className}
      onClick={(event) => {
        event.preventDefault()
        onFollow?.()
        scrollToSection(to)
      }}
    >
      {children}
    </a>
  )
}
