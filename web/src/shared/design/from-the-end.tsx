import { type ReactNode, useLayoutEffect, useRef } from 'react'

interface Props {
  label: string
  /** What stands first now: where it is another one than before, older lines came in above. */
  first: string | undefined
  children: ReactNode
}

/** Closer to the end than this many pixels is at the end. */
const NEARLY = 4

/**
 * A ledger that scrolls at about 24 rem (§9) and is read from its end, where the newest lines are. Older lines that come in above
 * leave what is being read where it is; whoever is at the end stays there when a line comes in below.
 */
export function FromTheEnd({ label, first, children }: Props) {
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
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEARLY
      }}
      className="relative max-h-96 overflow-y-auto [overflow-anchor:none] focus-visible:-outline-offset-3"
    >
      {children}
    </section>
  )
}
