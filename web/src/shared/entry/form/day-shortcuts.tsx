import { type Day, dayBefore } from '@ledger/contracts/dates.ts'
import { useWords } from '../../language/in-both-languages.ts'
import { words } from './screen-texts.ts'

interface Props {
  today: Day
  chosen: string
  onChoose(day: Day): void
}

/** Today and yesterday as one tap each, beside the field of any day. */
export function DayShortcuts({ today, chosen, onChoose }: Props) {
  const t = useWords(words)
  const days = [
    { day: today, text: t.today },
    { day: dayBefore(today), text: t.yesterday },
  ]
  return (
    <div className="flex flex-wrap gap-2">
      {days.map(({ day, text }) => (
        <button
          key={day}
          type="button"
          aria-pressed={day === chosen}
          onClick={() => onChoose(day)}
          className="min-h-12 flex-1 rounded-brick border border-edge bg-sheet px-3 aria-pressed:border-ink aria-pressed:bg-wash aria-pressed:font-strong aria-pressed:inset-ring aria-pressed:inset-ring-ink"
        >
          {text}
        </button>
      ))}
    </div>
  )
}
