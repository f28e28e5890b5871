import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { messageOf } from '../../shared/api/readers-words.ts'
import { Bar, Failed } from '../../shared/design/states.tsx'
import { countText, dateText, timeText } from '../../shared/language/figures.ts'
import { useLanguage } from '../../shared/language/language.ts'
import { useWords } from '../../shared/language/words.ts'
import { type Kept, verificationsQuery } from '../calls/audit-calls.ts'
import { useProblemText } from '../frame/problem-text.ts'
import { useProjectionName } from '../frame/projection-name.ts'
import { Panel } from './panel.tsx'
import { words } from './words.ts'

const SHOWN = 7

/** Shows the results of the last nightly verifications, and of the hourly comparison of the lists with the log. */
export function Nightly() {
  const t = useWords(words)
  const { data, error, refetch } = useQuery(verificationsQuery)
  if (data === undefined)
    return (
      <Panel title={t.nightly}>
        {error === null ? (
          <Bar className="h-24 w-full" />
        ) : (
          <Failed message={messageOf(error)} onRetry={() => void refetch()} />
        )}
      </Panel>
    )
  const nights = data.filter(({ what }) => what === 'ledger')
  const lists = data.filter(({ what }) => what === 'read_models')
  // Shows the last hourly comparison, and each one that found a difference.
  const told = lists.filter(({ ok }, index) => index === 0 || !ok)
  return (
    <Panel title={t.nightly} text={t.nightlyText}>
      {nights.length === 0 ? <p className="text-ink-soft">{t.noNightly}</p> : <Results kept={nights} />}
      <div>
        <h3 className="font-strong">{t.hourly}</h3>
        {told.length === 0 ? <p className="text-ink-soft">{t.noHourly}</p> : <Results kept={told} />}
      </div>
    </Panel>
  )
}

function Results({ kept }: { kept: readonly Kept[] }) {
  return (
    <ul>
      {kept.slice(0, SHOWN).map((each) => (
        <Result key={each.verifiedAt} kept={each} />
      ))}
    </ul>
  )
}

function Result({ kept: { verifiedAt, ok, report } }: { kept: Kept }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const Icon = ok ? CircleCheck : CircleAlert
  return (
    <li className="flex items-start gap-2 border-rule border-b py-2 last:border-b-0">
      <Icon className={`mt-0.5 size-5 shrink-0 ${ok ? 'text-credit' : 'text-debit'}`} aria-hidden="true" />
      <div className="min-w-0">
        <p className={`font-strong ${ok ? '' : 'text-debit'}`}>{ok ? t.ok : t.bad}</p>
        <p className="text-ink-soft text-small">
          {dateText(verifiedAt, language)}, {timeText(verifiedAt)}
          {typeof report.events === 'number' ? `, ${t.events(countText(report.events))}` : null}
        </p>
        {ok ? null : <Why report={report} />}
      </div>
    </li>
  )
}

/** The reasons as the verification recorded them. */
function Why({ report }: { report: Kept['report'] }) {
  const t = useWords(words)
  const nameOf = useProjectionName()
  const problemText = useProblemText()
  // The only parse of the report: it was stored as a verification report, or as the result of comparing the read
  // models.
  const {
    firstBad,
    problems = [],
    projections,
  } = report as {
    firstBad?: { position: number; reason: string }
    problems?: string[]
    projections?: unknown
  }
  const compared = Array.isArray(projections) ? (projections as { name: string; result: string }[]) : []
  const different = compared.filter(({ result }) => result === 'different').map(({ name }) => nameOf(name))
  return (
    <div className="grid gap-1 text-small">
      {firstBad === undefined ? null : <p>{t.badAt(countText(firstBad.position), problemText(firstBad.reason))}</p>}
      {problems.map((problem) => (
        <p key={problem} className="break-words">
          {problemText(problem)}
        </p>
      ))}
      {different.length === 0 ? null : <p>{t.differ(different.join(', '))}</p>}
    </div>
  )
}
