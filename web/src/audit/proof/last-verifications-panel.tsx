import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { FailedState, SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'
import { countText, dateText, timeText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { type VerificationResult, verificationsQuery } from '../api/audit-queries.ts'
import { useProjectionLabel } from '../frame/use-projection-label.ts'
import { useVerificationProblemTranslation } from '../frame/use-verification-problem-translation.ts'
import { PanelFrame } from './panel-frame.tsx'
import { words } from './screen-texts.ts'

const MAX_RESULTS_SHOWN = 7

/** Shows the results of the last nightly verifications, and of the comparisons of the lists with the log. */
export function LastVerificationsPanel() {
  const t = useWords(words)
  const { data, error, refetch } = useQuery(verificationsQuery)
  if (data === undefined)
    return (
      <PanelFrame title={t.nightly}>
        {error === null ? (
          <SkeletonBar className="h-24 w-full" />
        ) : (
          <FailedState message={errorMessage(error)} onRetry={() => void refetch()} />
        )}
      </PanelFrame>
    )
  const nights = data.filter(({ what }) => what === 'ledger')
  const lists = data.filter(({ what }) => what === 'read_models')
  // Shows the last comparison, and each one that found a difference.
  const shownLists = lists.filter(({ ok }, index) => index === 0 || !ok)
  return (
    <PanelFrame title={t.nightly} text={t.nightlyText}>
      {nights.length === 0 ? (
        <p className="text-ink-soft">{t.noNightly}</p>
      ) : (
        <VerificationResultList results={nights} />
      )}
      <div>
        <h3 className="font-strong">{t.lists}</h3>
        {shownLists.length === 0 ? (
          <p className="text-ink-soft">{t.noLists}</p>
        ) : (
          <VerificationResultList results={shownLists} />
        )}
      </div>
    </PanelFrame>
  )
}

function VerificationResultList({ results }: { results: readonly VerificationResult[] }) {
  return (
    <ul>
      {results.slice(0, MAX_RESULTS_SHOWN).map((each) => (
        <VerificationResultRow key={each.verifiedAt} result={each} />
      ))}
    </ul>
  )
}

function VerificationResultRow({ result: { verifiedAt, ok, report } }: { result: VerificationResult }) {
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
        {ok ? null : <VerificationFailureReasons report={report} />}
      </div>
    </li>
  )
}

/** The reasons as the verification recorded them. */
function VerificationFailureReasons({ report }: { report: VerificationResult['report'] }) {
  const t = useWords(words)
  const nameOf = useProjectionLabel()
  const problemText = useVerificationProblemTranslation()
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
  const compared = Array.isArray(projections)
    ? (projections as { name: string; result: string; rows?: string[] }[])
    : []
  const different = compared.filter(({ result }) => result === 'different')
  return (
    <div className="grid gap-1 text-small">
      {firstBad === undefined ? null : <p>{t.badAt(countText(firstBad.position), problemText(firstBad.reason))}</p>}
      {problems.map((problem) => (
        <p key={problem} className="break-words">
          {problemText(problem)}
        </p>
      ))}
      {different.length === 0 ? null : <p>{t.differ(different.map(({ name }) => nameOf(name)).join(', '))}</p>}
      {different.flatMap(({ rows = [] }) =>
        rows.map((row) => (
          <p key={row} className="break-all text-ink-soft">
            {row}
          </p>
        )),
      )}
    </div>
  )
}
