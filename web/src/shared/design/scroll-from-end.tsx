import { type ReactNode, useLayoutEffect, useRef } from 'react'

interface Props {
  label: string
  /** The key of the first line. A change means that older lines were added above. */
  first: string | undefined
  children: ReactNode
}

/** A position less than this many pixels from the end counts as the end. */
const END_TOLERANCE_PX = 4

/**
 * A scrolling ledger about 24 rem high (§9), read from its end, where the newest lines are. Older lines added above do
 * not move the lines that are being read. A reader at the end stays there when a line is added below.
 */
export function ScrollFromEnd({ label, first, children }: Props) {
  const box = useRef<HTMLElement>(null)
  const before = useRef<{ height: number; first: string | undefined }>(undefined)
  const isAtEnd = useRef(true)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const grown = element.scrollHeight - (before.current?.height ?? 0)
    if (before.current !== undefined && before.current.first !== first) element.scrollTop += grown
    else if (isAtEnd.current) element.scrollTop = element.scrollHeight
    before.current = { height: element.scrollHeight, first }
  })
  return (
    <section
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      aria-label={label}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < END_TOLERANCE_PX
      }}
      className="relative max-h-96 overflow-y-auto [overflow-anchor:none] focus-visible:-outline-offset-3"
    >
      {children}
    </section>
  )
}
