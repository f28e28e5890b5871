import { type ReactNode, useRef } from 'react'
import { useWheelForPage } from '../../shared/design/use-wheel-for-page.ts'

/** A list that scrolls at 24 rem (§9). It can be scrolled by keyboard even where nothing in it can have the focus. */
export function ScrollingList({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLElement>(null)
  useWheelForPage(box)
  const look = 'relative max-h-96 overflow-y-auto focus-visible:-outline-offset-3'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section ref={box} tabIndex={0} aria-label={label} className={look}>
      {children}
    </section>
  )
}
