import { useId } from 'react'
import { Choice } from '../design/choice.tsx'
import { useWords } from '../language/words.ts'
import { PERIODS, type Period } from './period.ts'
import { words } from './words.ts'

interface Props {
  period: Period
  onChoose(period: Period): void
}

/** Chooses the period of the pictures below it. */
export function PeriodChoice({ period, onChoose }: Props) {
  const t = useWords(words)
  const name = useId()
  return (
    <fieldset className="lg:col-span-2">
      <legend className="mb-1.5 font-strong">{t.period}</legend>
      <div className="grid grid-cols-2 gap-2 xl:grid-cols-4">
        {PERIODS.map((each) => (
          <Choice key={each} name={name} checked={period === each} onChange={() => onChoose(each)}>
            {t[each]}
          </Choice>
        ))}
      </div>
    </fieldset>
  )
}
