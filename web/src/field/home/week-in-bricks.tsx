import { daysBefore } from '@ledger/contracts/dates.ts'
import { Link } from '@tanstack/react-router'
import { useToday } from '../../shared/api/today.ts'
import { countText, dayText, rupees, signedRupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import type { DaySums } from '../khata/account-days-from-months.ts'
import { useAccountDaySums } from '../khata/use-account-day-sums.ts'
import { brickCount, MAX_BRICKS } from './brick-count.ts'
import { words } from './screen-texts.ts'
import { weekdayLetter } from './weekday-letter.ts'

const DAYS_OF_WEEK = [6, 5, 4, 3, 2, 1, 0]
const BRICKS = Array.from({ length: MAX_BRICKS }, (_, course) => `course ${course}`)

/** The spending of today, and of the last seven days as bars of bricks. A bar leads to the entries of its day. */
export function WeekInBricks() {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const today = useToday()
  const week = DAYS_OF_WEEK.map((age) => daysBefore(today, age))
  const { sums, isKnown, state } = useAccountDaySums(daysBefore(today, DAYS_OF_WEEK.length - 1), today)
  const largest = week.reduce((most, day) => Math.max(most, spentOf(sums.get(day))), 0)
  const ofToday = sums.get(today)
  return (
    <section
      aria-label={t.week}
      aria-busy={state === 'loading'}
      className="bg-sheet px-1.5 pt-1.5 pb-1 max-[359px]:px-0.5 lg:rounded-sheet lg:border lg:border-rule"
    >
      <h2 className="flex min-h-6 flex-wrap items-baseline gap-x-2 px-2.5">
        <span className="font-strong">{t.today}</span>
        {!isKnown(today) ? null : (
          <>
            <span className="figures font-heavy">{signedRupees(ofToday?.spentOnExpenses ?? '0.00', 'debit')}</span>
            <span className="text-ink-soft text-small">{t.expenses(countText(ofToday?.expenses ?? 0))}</span>
          </>
        )}
        {state === 'failed' ? <span className="text-ink-soft text-small">{t.weekUnknown}</span> : null}
      </h2>
      <div className="mt-1 grid grid-cols-7">
        {week.map((day) => (
          <Link
            key={day}
            to="/transactions"
            search={{ from: day, to: day }}
            aria-label={
              isKnown(day)
                ? t.daySpent(
                    dayText(day, language),
                    rupees(sums.get(day)?.spentOnExpenses ?? '0.00'),
                    countText(sums.get(day)?.expenses ?? 0),
                  )
                : dayText(day, language)
            }
            className="-outline-offset-2 max-[359px]:-mx-px flex min-h-13 flex-col items-center justify-end gap-0.5 rounded-brick px-1 hover:bg-ground"
          >
            {isKnown(day) ? <Bricks count={brickCount(spentOf(sums.get(day)), largest)} /> : null}
            <span className={`text-small/5 ${day === today ? 'font-heavy' : 'text-ink-soft'}`}>
              {weekdayLetter(day, language)}
            </span>
          </Link>
        ))}
      </div>
    </section>
  )
}

/** Courses of brick on a line; none where nothing was spent. */
function Bricks({ count }: { count: number }) {
  return (
    <span aria-hidden="true" className="flex w-full max-w-10 flex-col justify-end gap-px border-edge border-b-2 pb-px">
      {BRICKS.slice(0, count).map((course) => (
        <span key={course} className="h-1.25 rounded-[1px] bg-accent-line" />
      ))}
    </span>
  )
}

/** In rupees, which are exact enough for the height of a bar. */
const spentOf = (day: DaySums | undefined) => Number(day?.spentOnExpenses ?? 0)
