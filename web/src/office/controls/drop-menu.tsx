import { ChevronDown } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useCloseOutside } from '../../shared/design/controls/use-close-outside.ts'

interface Props {
  label: string
  icon?: ReactNode
  children: ReactNode | ((close: () => void) => ReactNode)
}

/** The look of the buttons and fields in the rows above a desk's table, 36 px high. */
export const DESK_CONTROL =
  'inline-flex h-9 items-center gap-1.5 rounded-brick border border-edge bg-sheet px-2.5 text-small text-ink hover:border-ink disabled:text-ink-soft'

/** A button that opens a box below it. Escape, a press elsewhere and leaving it by keyboard close it. */
export function DropMenu({ label, icon, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useCloseOutside(root, isOpen, () => setOpen(false))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it takes the keys of what is in it
    <div
      ref={root}
      className="relative"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.preventDefault()
        setOpen(false)
        button.current?.focus()
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className={`${DESK_CONTROL} whitespace-nowrap font-strong max-lg:min-h-11`}
      >
        {icon}
        {label}
        <ChevronDown className="size-4" aria-hidden="true" />
      </button>
      {isOpen ? (
        <div className="absolute top-full right-0 z-20 mt-1 min-w-full rounded-brick border border-edge bg-sheet py-1 text-small">
          {typeof children === 'function' ? children(() => setOpen(false)) : children}
        </div>
      ) : null}
    </div>
  )
}
