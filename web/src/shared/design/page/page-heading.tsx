import { type ReactNode, useEffect, useRef } from 'react'

/** True until the first page of this visit has its heading: the browser itself announces that one. */
let isFirstPage = true

/**
 * The heading of a page. It has the focus after the way from another page, so that a keyboard goes on in the page and a
 * screen reader says where it is.
 */
export function PageHeading({ className, children }: { className: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={`outline-none ${className}`}>
      {children}
    </h1>
  )
}
