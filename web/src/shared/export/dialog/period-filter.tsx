import { isDay, startOfDay } from '@ledger/contracts/dates.ts'
import { useState } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { FormFieldError } from '../../design/controls/form-field.tsx'
import { DayField } from '../../entry/form/day-field.tsx'
import { words as formWords } from '../../entry/form/screen-texts.ts'
import { dateText } from '../../language/format-money-and-dates.ts'
import { useWords } from '../../language/in-both-languages.ts'
import { useLanguage } from '../../language/language-setting.ts'
import type { ExportPeriod } from './export-queries.ts'
import { words } from './screen-texts.ts'

interface Props {
  /** The period that the dialog shows. */
  period: ExportPeriod
  onApply(period: ExportPeriod): void
}

/** §2, Filter by Date: whole days, both inclusive. §5: both dates are required. */
export function PeriodFilter({ period, onApply }: Props) {
  const t = useWords(words)
  const f = useWords(formWords)
  const language = useLanguage((state) => state.language)
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [problem, setProblem] = useState<'bothDates' | 'wrongDay' | 'wrongOrder'>()
  const [clears, setClears] = useState(0)
  const clear = () => {
    setFrom('')
    setTo('')
    setProblem(undefined)
    setClears(clears + 1)
    onApply(undefined)
  }
  return (
    <form
      noValidate
      aria-label={t.filter}
      onSubmit={(event) => {
        event.preventDefault()
        const found = problemOf(from, to)
        setProblem(found)
        if (found === undefined) onApply({ from, to })
      }}
      className="grid gap-3"
    >
      <div className="grid gap-x-3 md:flex md:items-baseline md:justify-between">
        <h3 className="font-heavy">{t.filter}</h3>
        <p role="status" className="text-ink-soft">
          {period === undefined ? t.allDates : t.period(shown(period.from), shown(period.to))}
        </p>
      </div>
      <div key={clears} className="grid gap-3 min-[380px]:grid-cols-2">
        <DayField label={f.from} value={from} onChange={setFrom} />
        <DayField label={f.to} value={to} onChange={setTo} />
      </div>
      <div role="alert" className="empty:hidden">
        <FormFieldError
          id="export-period-problem"
          error={problem === 'wrongOrder' ? f.wrongOrder : problem && t[problem]}
        />
      </div>
      <div className="flex gap-3">
        <Button kind="secondary" type="submit" className="flex-1">
          {t.apply}
        </Button>
        {period === undefined ? null : (
          <Button kind="quiet" onClick={clear} className="flex-1">
            {t.clear}
          </Button>
        )}
      </div>
    </form>
  )

  function shown(day: string): string {
    return dateText(startOfDay(day), language)
  }
}

function problemOf(from: string, to: string) {
  // A date that is not whole is "", too, and its field says so.
  if (from === '' || to === '') return 'bothDates'
  if (!isDay(from) || !isDay(to)) return 'wrongDay'
  return from > to ? 'wrongOrder' : undefined
}
