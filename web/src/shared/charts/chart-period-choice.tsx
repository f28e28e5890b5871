import { useId } from 'react'
import { RadioChoice } from '../design/controls/radio-choice.tsx'
import { useWords } from '../language/in-both-languages.ts'
import { CHART_PERIODS, type ChartPeriod } from './chart-period.ts'
import { words } from './screen-texts.ts'

interface Props {
  period: ChartPeriod
  onChoose(period: ChartPeriod): void
}

/** Chooses the period of the pictures below it. */
export function ChartPeriodChoice({ period, onChoose }: Props) {
  const t = useWords(words)
  const name = useId()
  return (
    <fieldset className="lg:col-span-2">
      <legend className="mb-1.5 font-strong">{t.period}</legend>
      <div className="grid grid-cols-2 tiny:grid-cols-1 gap-2 xl:grid-cols-4">
        {CHART_PERIODS.map((each) => (
          <RadioChoice key={each} name={name} checked={period === each} onChange={() => onChoose(each)}>
            {t[each]}
          </RadioChoice>
        ))}
      </div>
    </fieldset>
  )
}
