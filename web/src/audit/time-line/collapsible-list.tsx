import { type ReactNode, useState } from 'react'
import { useIsPrinting } from '../../shared/design/use-is-printing.ts'

/** Draws a list that may be long on demand, and on paper: a contractor has hundreds of beneficiaries. */
export function CollapsibleList({ label, children }: { label: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const isPrinting = useIsPrinting()
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-12 w-full items-center gap-2 px-4 font-strong hover:bg-ground focus-visible:-outline-offset-3 md:px-5"
      >
        <span aria-hidden="true">{open ? '−' : '+'}</span> {label}
      </button>
      {open || isPrinting ? children : null}
    </>
  )
}
