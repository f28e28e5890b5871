import type { ReactNode } from 'react'

/** A list that scrolls at 24 rem (§9). It can be scrolled by keyboard even where nothing in it can have the focus. */
export function ScrollingList({ label, children }: { label: string; children: ReactNode }) {
  const look = 'relative max-h-96 overflow-y-auto focus-visible:-outline-offset-3'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section tabIndex={0} aria-label={label} className={look}>
      {children}
    </section>
  )
}
