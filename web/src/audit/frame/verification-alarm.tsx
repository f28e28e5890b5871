import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { countText, dateText, timeText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { alarmsQuery, type VerificationAlarmItem } from '../api/alarms-query.ts'
import { useVerificationProblemTranslation } from './use-verification-problem-translation.ts'
import { words } from './verification-alarm-words.ts'

/** The alarm on the dashboard and on every audit screen, shown while the last verification of any kind has failed. */
export function VerificationAlarm() {
  const t = useWords(words)
  const { data = [] } = useQuery(alarmsQuery)
  if (data.length === 0) return null
  return (
    <div role="alert" className="bg-debit text-on-debit print:hidden">
      <div className="mx-auto flex max-w-6xl lg:max-w-none items-start gap-3 p-4 md:px-6">
        <TriangleAlert className="mt-0.5 size-7 shrink-0" aria-hidden="true" />
        <div className="grid min-w-0 gap-2">
          {data.map((alarm) => (
            <AlarmText key={alarm.what} alarm={alarm} />
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
const MAX_PROBLEMS_IN_ALARM = 3

function AlarmText({ alarm: { what, since, firstBad, problems } }: { alarm: VerificationAlarmItem }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const problemText = useVerificationProblemTranslation()
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
      {problems.slice(0, MAX_PROBLEMS_IN_ALARM).map((problem) => (
        <p key={problem} className="break-words">
          {problemText(problem)}
        </p>
      ))}
      {problems.length > MAX_PROBLEMS_IN_ALARM ? (
        <p>{t.more(countText(problems.length - MAX_PROBLEMS_IN_ALARM))}</p>
      ) : null}
    </div>
  )
}
