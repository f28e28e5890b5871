import { type Day, dayBefore } from '@ledger/contracts/dates.ts'
import { useToday } from '../../shared/api/today.ts'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { dateOfDayText, isZero, rupees, signedRupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { words } from './screen-texts.ts'
import { useAccountDaySums } from './use-account-day-sums.ts'

/** The sums of a heading: those of all entries of the day, of one side, or none where a filter leaves rows out. */
export type HeadingSums = 'all' | 'spent' | 'received' | 'none'

interface Props {
  day: Day
  sums: HeadingSums
  /** False until the balance is on the screen: the sums are asked for after it. */
  isReady: boolean
}

/** The head of a day in a list: its name, what was spent and received, and the balance at its end. */
export function DayHeading({ day, sums, isReady }: Props) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const today = useToday()
  const name = day === today ? t.today : day === dayBefore(today) ? t.yesterday : dateOfDayText(day, language)
  return (
    <h3 className="flex min-h-8 flex-wrap items-baseline justify-between gap-x-3 border-rule border-t bg-ground px-4 py-1.5 text-small">
      <span className="font-heavy">{name}</span>
      {sums === 'none' ? null : <DaySumsText {...{ day, sums, isReady }} />}
    </h3>
  )
}

function DaySumsText({ day, sums, isReady }: Props) {
  const t = useWords(words)
  const known = useAccountDaySums(day, day, isReady).sums.get(day)
  if (known === undefined) return null
  const { received, spent, closing } = known
  const moved = [
    sums === 'spent' || isZero(received) ? '' : signedRupees(received, 'credit'),
    sums === 'received' || isZero(spent) ? '' : signedRupees(spent, 'debit'),
  ].filter((text) => text !== '')
  return (
    <span className="ml-auto text-right font-strong">
      {[moved.join(' '), closing && t.balance(rupees(closing))].filter(Boolean).join(DOT_SEPARATOR)}
    </span>
  )
}
