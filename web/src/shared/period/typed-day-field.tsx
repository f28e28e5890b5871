import type { Day } from '@ledger/contracts/dates.ts'
import { CalendarDays } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useToday } from '../api/today.ts'
import { LazyComponent } from '../design/lazy-component.tsx'
import { useWords } from '../language/in-both-languages.ts'
import { words } from './screen-texts.ts'
import { parseTypedDay, writtenDay } from './typed-day.ts'

interface Props {
  label: string
  /** The name of the calendar and of the button that opens it. */
  pickLabel: string
  /** "" for an open end. */
  value: Day | ''
  /** Called with whole days only, and with "" when the field is emptied. */
  onChange(day: Day | ''): void
  /** An error of the two fields together. */
  error?: string | undefined
  ref?: RefObject<HTMLInputElement | null>
}

const loadCalendar = async () => (await import('./day-calendar.tsx')).DayCalendar

/**
 * A day at a desk: typed as dd/mm/yyyy, in whatever language the browser is, or picked in a calendar. A day that is
 * typed in part is a draft, and the field says so when it is left. The error stands above what is below the field, and
 * moves nothing.
 */
export function TypedDayField({ label, pickLabel, value, onChange, error, ref }: Props) {
  const t = useWords(words)
  const id = useId()
  const today = useToday()
  const field = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [typed, setTyped] = useState(writtenDay(value))
  const [problem, setProblem] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    // A day that is still typed in another form is the same day.
    setTyped((before) => (dayTyped(before) === value ? before : writtenDay(value)))
    setProblem(undefined)
  }, [value])
  useCloseOutside(field, isOpen, () => setOpen(false))
  const settle = () => {
    const read = parseTypedDay(typed)
    if ('wrong' in read) {
      setProblem(read.wrong === 'year' ? t.wrongYear(read.year) : t.incomplete)
      return
    }
    setProblem(undefined)
    setTyped(writtenDay(read.day))
    if (read.day !== value) onChange(read.day)
  }
  const shown = problem ?? error
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
        ref={ref}
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        aria-invalid={shown !== undefined}
        aria-describedby={shown === undefined ? undefined : `${id}-error`}
        placeholder={t.form}
        maxLength={12}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setProblem(undefined)
          const read = parseTypedDay(target.value)
          if ('wrong' in read) {
            // The digits of a year are all there, so nothing that follows makes it another one.
            if (read.wrong === 'year') setProblem(t.wrongYear(read.year))
          } else if (read.isWhole && read.day !== value) onChange(read.day)
        }}
        onFocus={({ target }) => target.select()}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle()
          if (event.key === 'ArrowDown' && event.altKey) setOpen(true)
        }}
        className="figures h-10 w-full rounded-brick border border-edge bg-sheet pr-9 pl-3 text-body aria-invalid:border-2 aria-invalid:border-debit focus-visible:outline-offset-0"
      />
      <button
        ref={button}
        type="button"
        aria-label={pickLabel}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="absolute top-0 right-0 grid h-10 w-9 place-items-center rounded-brick text-ink-soft hover:text-ink"
      >
        <CalendarDays className="size-5" aria-hidden="true" />
      </button>
      {shown === undefined ? null : (
        <p
          id={`${id}-error`}
          className="absolute top-full left-0 z-10 mt-1 w-72 rounded-brick border border-debit bg-debit-wash px-3 py-2 font-strong text-debit text-small"
        >
          {shown}
        </p>
      )}
      {isOpen ? (
        <div
          role="dialog"
          aria-label={pickLabel}
          className="absolute top-full left-0 z-20 mt-1 min-h-88 w-79 rounded-sheet border border-edge bg-sheet p-4"
        >
          <LazyComponent
            load={loadCalendar}
            with={{
              chosen: value,
              today,
              onChoose(day: Day) {
                setOpen(false)
                onChange(day)
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

function dayTyped(text: string): Day | '' | undefined {
  const read = parseTypedDay(text)
  return 'wrong' in read ? undefined : read.day
}

/** Closes the calendar when the user presses, or moves the focus, outside the field. */
function useCloseOutside(field: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!isOpen) return
    const leave = ({ target }: Event) => {
      if (target instanceof Node && field.current?.contains(target) === false) latest.current()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [field, isOpen])
}
