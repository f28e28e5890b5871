import type { Day } from '@ledger/contracts/dates.ts'
import { CalendarDays } from 'lucide-react'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { useToday } from '../api/today.ts'
import { useCloseOutside } from '../design/controls/use-close-outside.ts'
import { LazyComponent } from '../design/lazy-component.tsx'
import { useWords } from '../language/in-both-languages.ts'
import { words } from './screen-texts.ts'
import type { TypedDayDraft } from './use-typed-day.ts'

interface Props {
  draft: TypedDayDraft
  value: Day | ''
  /** The name of the calendar and of the button that opens it. */
  pickLabel: string
  /** The last day that the calendar offers; "" for any. */
  max?: Day | ''
  /** The attributes of the text field. */
  input: ComponentProps<'input'>
  /** Shown above what is below the field. */
  children?: ReactNode
}

const loadCalendar = async () => (await import('./day-calendar.tsx')).DayCalendar

/** The height of the calendar with its distance from the field, in pixels. */
const CALENDAR_HEIGHT = 360

/**
 * Makes the calendar whole in the window, as it may open at the end of a page, or of a dialog that scrolls: above the
 * field where it has room only there, otherwise by scrolling.
 */
function placeInWindow(box: HTMLElement | null): void {
  const field = box?.parentElement?.getBoundingClientRect()
  if (box == null || field === undefined) return
  const isAbove = window.innerHeight - field.bottom < CALENDAR_HEIGHT && field.top > CALENDAR_HEIGHT
  box.dataset.above = String(isAbove)
  box.scrollIntoView({ block: 'nearest' })
}

/** The text of a day, and the button of its calendar. The calendar opens above what is below it, and moves nothing. */
export function DayInput({ draft, value, pickLabel, max = '', input, children }: Props) {
  const t = useWords(words)
  const today = useToday()
  const field = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useCloseOutside(field, isOpen, () => setOpen(false))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the calendar wherever the focus is in it
    <div
      ref={field}
      className="relative min-w-0"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.preventDefault()
        setOpen(false)
        button.current?.focus()
      }}
    >
      <input
        {...input}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder={t.form}
        value={draft.text}
        onChange={({ target }) => draft.type(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={(event) => {
          draft.settle()
          input.onBlur?.(event)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') draft.settle()
          if (event.key === 'ArrowDown' && event.altKey) setOpen(true)
        }}
      />
      <button
        ref={button}
        type="button"
        aria-label={pickLabel}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-brick text-ink-soft hover:text-ink"
      >
        <CalendarDays className="size-5" aria-hidden="true" />
      </button>
      {children}
      {isOpen ? (
        <div
          ref={placeInWindow}
          role="dialog"
          aria-label={pickLabel}
          className="absolute top-full left-0 z-20 my-1 min-h-88 w-79 rounded-sheet border border-edge bg-sheet p-4 data-[above=true]:top-auto data-[above=true]:bottom-full"
        >
          <LazyComponent
            load={loadCalendar}
            with={{
              chosen: value,
              today,
              max,
              onChoose(day: Day) {
                setOpen(false)
                draft.choose(day)
                button.current?.focus()
              },
            }}
            waiting={null}
          />
        </div>
      ) : null}
    </div>
  )
}
