import { type ReactNode, useLayoutEffect, useRef } from 'react'

interface Props {
  label: string
  /** The key of the first line. A change means that older lines were added above. */
  first: string | undefined
  children: ReactNode
}

/** A ledger as long as the page. Older lines added above do not move the lines that are being read. */
export function ScrollAnchoredRows({ label, first, children }: Props) {
  const rows = useRef<HTMLElement>(null)
  const before = useRef<{ height: number; first: string | undefined }>(undefined)
  useLayoutEffect(() => {
    const height = rows.current?.offsetHeight ?? 0
    const last = before.current
    before.current = { height, first }
    if (last?.first !== undefined && first !== undefined && last.first !== first)
      window.scrollBy(0, height - last.height)
  })
  return (
    <section ref={rows} aria-label={label} className="[overflow-anchor:none]">
      {children}
    </section>
  )
}
