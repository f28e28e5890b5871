import { type Day, isDay } from '@ledger/contracts/dates.ts'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../../language/in-both-languages.ts'
import { DayField } from './day-field.tsx'
import { words } from './screen-texts.ts'

/** Whole days in Asia/Kolkata, both inclusive (§2); "" where an end is open. */
export interface DayRange {
  readonly from: Day | ''
  readonly to: Day | ''
}

interface Props extends DayRange {
  /** The last day that the calendars offer. */
  max?: Day
  className?: string
  onChange(range: DayRange): void
}

/** The dates in the two fields; undefined for one that is not whole. */
interface TypedDayRange {
  from: string | undefined
  to: string | undefined
}

/**
 * The two days of a filter. A typed date stays a draft, and `onChange` is called only with whole days in order, because
 * otherwise each digit of a year would be a request. The field says what is wrong with its draft.
 */
export function DayRangeFields({ from, to, max = '', className = '', onChange }: Props) {
  const t = useWords(words)
  const [draft, setDraft] = useState<TypedDayRange>({ from, to })
  /** Ranges that were passed on and have not come back as `from` and `to` yet: the address takes a moment. */
  const passedOn = useRef<string[]>([])
  useEffect(() => {
    const at = passedOn.current.indexOf(`${from} ${to}`)
    passedOn.current = passedOn.current.slice(at + 1)
    // The filter was changed elsewhere: by a link, by the way back, by the button that clears it.
    if (at === -1) {
      passedOn.current = []
      setDraft((before) => (before.from === from && before.to === to ? before : { from, to }))
    }
  }, [from, to])
  const change = (changed: Partial<TypedDayRange>) => {
    const next = { ...draft, ...changed }
    setDraft(next)
    const key = `${next.from} ${next.to}`
    if (!isRange(next) || key === (passedOn.current.at(-1) ?? `${from} ${to}`)) return
    passedOn.current.push(key)
    onChange(next)
  }
  const isBackwards = isWhole(draft.from) && isWhole(draft.to) && !isRange(draft)
  return (
    <div className={`grid gap-3 min-[380px]:grid-cols-2 ${className}`}>
      <DayField
        label={t.from}
        value={draft.from ?? ''}
        max={(isWhole(draft.to) && draft.to) || max}
        onChange={(day, isHalf) => change({ from: isHalf ? undefined : day })}
      />
      <DayField
        label={t.to}
        value={draft.to ?? ''}
        min={isWhole(draft.from) ? draft.from : ''}
        max={max}
        error={isBackwards ? t.wrongOrder : undefined}
        onChange={(day, isHalf) => change({ to: isHalf ? undefined : day })}
      />
    </div>
  )
}

/** Tells whether an end of a draft is an existing day that is meant, or open. */
function isWhole(end: string | undefined): end is Day | '' {
  return end === '' || (end !== undefined && isDay(end))
}

function isRange(draft: TypedDayRange): draft is TypedDayRange & DayRange {
  if (!isWhole(draft.from) || !isWhole(draft.to)) return false
  return draft.from === '' || draft.to === '' || draft.from <= draft.to
}
