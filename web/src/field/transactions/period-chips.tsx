import { type Day, daysBefore } from '@ledger/contracts/dates.ts'
import { useId } from 'react'
import { useToday } from '../../shared/api/today.ts'
import { RadioChoice } from '../../shared/design/controls/radio-choice.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { daysOfPeriod } from '../../shared/period/named-periods.ts'
import { words } from './screen-texts.ts'

const CHIPS = ['today', 'week', 'month', 'allTime'] as const
type Chip = (typeof CHIPS)[number]

interface Days {
  readonly from: Day | undefined
  readonly to: Day | undefined
}

/** Returns the days of a chip, both inclusive. A week begins on Monday, as in the calendars of India's offices. */
export function daysOfChip(chip: Chip, today: Day): Days {
  if (chip === 'allTime') return { from: undefined, to: undefined }
  if (chip === 'today') return { from: today, to: today }
  if (chip === 'month') return daysOfPeriod('thisMonth', today)
  const monday = daysBefore(today, (new Date(today).getUTCDay() + 6) % 7)
  return { from: monday, to: daysBefore(monday, -6) }
}

interface Props extends Days {
  onChoose(days: Days): void
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
        {CHIPS.map((chip) => {
          const days = daysOfChip(chip, today)
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
