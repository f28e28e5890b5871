import type { Day } from '@ledger/contracts/dates.ts'
import { type RefObject, useId } from 'react'
import { DayInput } from './day-input.tsx'
import { useTypedDay } from './use-typed-day.ts'

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

/**
 * A day of a filter at a desk: typed as dd/mm/yyyy, in whatever language the browser is, or picked in a calendar. A day
 * that is typed in part is a draft, and the field says so when it is left. The error stands above what is below the
 * field, and moves nothing. A form has `DayFormField`.
 */
export function TypedDayField({ label, pickLabel, value, onChange, error, ref }: Props) {
  const id = useId()
  const draft = useTypedDay({ value, onChange })
  const shown = draft.problem ?? error
  return (
    <DayInput
      draft={draft}
      value={value}
      pickLabel={pickLabel}
      input={{
        ...{ ref, id },
        'aria-label': label,
        'aria-invalid': shown !== undefined,
        'aria-describedby': shown === undefined ? undefined : `${id}-error`,
        className:
          'figures h-10 w-full rounded-brick border border-edge bg-sheet pr-9 pl-3 text-body aria-invalid:border-2 aria-invalid:border-debit focus-visible:outline-offset-0',
      }}
    >
      {shown === undefined ? null : (
        <p
          id={`${id}-error`}
          className="absolute top-full left-0 z-10 mt-1 w-72 rounded-brick border border-debit bg-debit-wash px-3 py-2 font-strong text-debit text-small"
        >
          {shown}
        </p>
      )}
    </DayInput>
  )
}
