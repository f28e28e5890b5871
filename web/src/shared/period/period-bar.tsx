import { useRef, useState } from 'react'
import { useToday } from '../api/today.ts'
import { Select } from '../design/controls/select.tsx'
import { useIsDesk } from '../design/use-is-desk.ts'
import { useWords } from '../language/in-both-languages.ts'
import type { OpenPeriod } from '../language/period-text.ts'
import { daysOfPeriod, NAMED_PERIODS, nameOfDays } from './named-periods.ts'
import { PeriodFields } from './period-fields.tsx'
import { words } from './screen-texts.ts'

interface Props {
  /** The days of the list, both inclusive; "" is an open end. The page keeps them in its address as `from` and `to`. */
  period: OpenPeriod
  onChange(period: OpenPeriod): void
  /** False where a list has always both ends. */
  offersAllTime?: boolean
  /** True where the bar stands in a narrow column, its parts below each other. */
  isColumn?: boolean
}

const ALL = 'all'
const DAYS = 'days'

/**
 * The one control for a period: a name (Today to Last financial year, All time) or any two days. At a desk it is one
 * line of 40 px, and its fields take dd/mm/yyyy; the fields of a phone are its own. Nothing that it says moves the
 * page.
 */
export function PeriodBar({ period, onChange, offersAllTime = true, isColumn = false }: Props) {
  const t = useWords(words)
  const today = useToday()
  const isDesk = useIsDesk()
  const first = useRef<HTMLInputElement>(null)
  const [isPicking, setPicking] = useState(false)
  const [choices, setChoices] = useState(0)
  const isAll = period.from === '' && period.to === ''
  const named = nameOfDays(period, today)
  const shown = isPicking ? DAYS : (named ?? (isAll && offersAllTime ? ALL : DAYS))
  const choose = (value: string) => {
    setPicking(value === DAYS)
    if (value === DAYS) first.current?.select()
    else setChoices(choices + 1)
    if (value === ALL) onChange({ from: '', to: '' })
    const name = NAMED_PERIODS.find((each) => each === value)
    if (name !== undefined) onChange(daysOfPeriod(name, today))
  }
  const select = (
    <Select
      aria-label={t.period}
      value={shown}
      onChange={({ target }) => choose(target.value)}
      className={`lg:min-h-10 lg:py-0 ${isColumn ? '' : 'lg:w-48 lg:pr-9'}`}
    >
      {offersAllTime ? <option value={ALL}>{t.all}</option> : null}
      {NAMED_PERIODS.map((name) => (
        <option key={name} value={name}>
          {t[name]}
        </option>
      ))}
      <option value={DAYS}>{t.days}</option>
    </Select>
  )
  if (!isDesk)
    return (
      <div data-field className="grid min-w-0 gap-3 print:hidden">
        {select}
        {shown === DAYS ? <PeriodFields key={choices} period={period} onChange={onChange} firstField={first} /> : null}
      </div>
    )
  return (
    <div data-field className={`print:hidden ${isColumn ? 'grid gap-2' : 'flex h-10 items-center gap-2'}`}>
      {select}
      {/* The choice of a name leaves no half date of before. */}
      <PeriodFields key={choices} period={period} onChange={onChange} firstField={first} isColumn={isColumn} />
    </div>
  )
}
