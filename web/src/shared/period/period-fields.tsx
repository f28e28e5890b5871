import { type RefObject, useEffect, useState } from 'react'
import { useIsDesk } from '../design/use-is-desk.ts'
import { DayRangeFields } from '../entry/form/day-range-fields.tsx'
import { useWords } from '../language/in-both-languages.ts'
import type { OpenPeriod } from '../language/period-text.ts'
import { words } from './screen-texts.ts'
import { TypedDayField } from './typed-day-field.tsx'

interface Props {
  period: OpenPeriod
  onChange(period: OpenPeriod): void
  firstField?: RefObject<HTMLInputElement | null>
  isColumn?: boolean
}

/**
 * The two days of a period: typed or picked at a desk, the phone's own fields on a narrower screen. Days in the wrong
 * order stay a draft, and the second field says so.
 */
export function PeriodFields(props: Props) {
  if (useIsDesk()) return <TypedFields {...props} />
  return <DayRangeFields {...props.period} onChange={props.onChange} className="min-h-28" />
}

function TypedFields({ period, onChange, firstField, isColumn = false }: Props) {
  const t = useWords(words)
  const [draft, setDraft] = useState<OpenPeriod>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a period from elsewhere takes the place of a draft
  useEffect(() => setDraft(undefined), [period.from, period.to])
  const { from, to } = draft ?? period
  const isBackwards = from !== '' && to !== '' && from > to
  const change = (changed: Partial<OpenPeriod>) => {
    const next = { from, to, ...changed }
    const isInOrder = next.from === '' || next.to === '' || next.from <= next.to
    setDraft(isInOrder ? undefined : next)
    if (isInOrder) onChange(next)
  }
  return (
    <div className={isColumn ? 'grid gap-2' : 'grid grid-cols-[9.5rem_auto_9.5rem] items-center gap-2'}>
      <TypedDayField
        {...(firstField === undefined ? {} : { ref: firstField })}
        label={t.from}
        pickLabel={t.pickFirst}
        value={from}
        onChange={(day) => change({ from: day })}
      />
      {isColumn ? null : <span aria-hidden="true">–</span>}
      <TypedDayField
        label={t.to}
        pickLabel={t.pickLast}
        value={to}
        onChange={(day) => change({ to: day })}
        error={isBackwards ? t.wrongOrder : undefined}
      />
    </div>
  )
}
