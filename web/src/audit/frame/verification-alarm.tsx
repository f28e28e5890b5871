import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { countText, dateText, timeText } from '../../shared/language/figures.ts'
import { useLanguage } from '../../shared/language/language.ts'
import { useWords } from '../../shared/language/words.ts'
import { type Alarm, alarmsQuery } from '../calls/alarms-query.ts'
import { useProblemText } from './problem-text.ts'
import { words } from './verification-words.ts'

/** The alarm on the dashboard and on every audit screen, shown while the last verification of any kind has failed. */
export function VerificationAlarm() {
  const t = useWords(words)
  const { data = [] } = useQuery(alarmsQuery)
  if (data.length === 0) return null
  return (
    <div role="alert" className="bg-debit text-on-debit print:hidden">
      <div className="mx-auto flex max-w-6xl items-start gap-3 p-4 md:px-6">
        <TriangleAlert className="mt-0.5 size-7 shrink-0" aria-hidden="true" />
        <div className="grid min-w-0 gap-2">
          {data.map((alarm) => (
            <Said key={alarm.what} alarm={alarm} />
          ))}
          <p>
            <Link to="/admin/audit/proof" className="inline-flex min-h-11 items-center font-strong underline">
              {t.toProof}
            </Link>
          </p>
        </div>
      </div>
    </div>
  )
}

/** The most sentences that fit a banner. The proof screen shows all of them. */
const SHOWN = 3

function Said({ alarm: { what, since, firstBad, problems } }: { alarm: Alarm }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const problemText = useProblemText()
  const moment = `${dateText(since, language)}, ${timeText(since)}`
  return (
    <div className="grid gap-1">
      <p className="font-heavy text-lead">{t[what]}</p>
      <p>{what === 'late' ? t.lateSince(moment) : t.found(moment)}</p>
      {firstBad === undefined ? null : (
        <p className="font-strong">
          {t.badAt(countText(firstBad.position))} {problemText(firstBad.reason)}
        </p>
      )}
      {problems.slice(0, SHOWN).map((problem) => (
        <p key={problem} className="break-words">
          {problemText(problem)}
        </p>
      ))}
      {problems.length > SHOWN ? <p>{t.more(countText(problems.length - SHOWN))}</p> : null}
    </div>
  )
}
