import { useId } from 'react'
import { useToday } from '../../shared/api/today.ts'
import { RadioChoice } from '../../shared/design/controls/radio-choice.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { type ChipDays, daysOfPeriodChip, PERIOD_CHIPS } from './days-of-period-chip.ts'
import { words } from './screen-texts.ts'

interface Props extends ChipDays {
  onChoose(days: ChipDays): void
}

/** The periods of every day in one tap. None is chosen where the address has other days. */
export function PeriodChips({ from, to, onChoose }: Props) {
  const t = useWords(words)
  const name = useId()
  const today = useToday()
  return (
    <fieldset className="px-4 pb-2">
      <legend className="sr-only">{t.period}</legend>
      <div className="flex flex-wrap gap-1.5 tiny:grid">
        {PERIOD_CHIPS.map((chip) => {
          const days = daysOfPeriodChip(chip, today)
          return (
            <RadioChoice
              key={chip}
              name={name}
              className="min-h-11! grow justify-center gap-0! px-2! text-small [&>input]:sr-only"
              checked={days.from === from && days.to === to}
              onChange={() => onChoose(days)}
            >
              {t[chip]}
            </RadioChoice>
          )
        })}
      </div>
    </fieldset>
  )
}
