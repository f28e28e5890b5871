import { CircleAlert, CircleCheck, ShieldCheck } from 'lucide-react'
import { Button } from '../../shared/design/controls/button.tsx'
import { FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { countText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { ProgressBar } from '../frame/progress-bar.tsx'
import { useProjectionLabel } from '../frame/use-projection-label.ts'
import { useVerificationProblemTranslation } from '../frame/use-verification-problem-translation.ts'
import { PanelFrame } from './panel-frame.tsx'
import { words } from './screen-texts.ts'
import { useServerVerification, type VerificationAnswer, type VerificationState } from './use-server-verification.ts'

/**
 * Has the server read the whole log and shows its report. The offline verifier is for readers who do not trust the
 * server.
 */
export function ServerVerificationPanel() {
  const t = useWords(words)
  const { verifying, run, stop } = useServerVerification()
  return (
    <PanelFrame title={t.verifyTitle} text={t.verifyText}>
      <div role="status" className="grid gap-3">
        {verifying.state === 'running' ? <RunningVerification now={verifying} /> : null}
        {verifying.state === 'done' ? <VerificationFindings report={verifying.report} /> : null}
      </div>
      {verifying.state === 'failed' ? (
        <FailedState message={verifying.message} onRetry={run} />
      ) : verifying.state === 'running' ? (
        <Button kind="secondary" onClick={stop}>
          {t.stop}
        </Button>
      ) : (
        <Button onClick={run}>
          <ShieldCheck className="size-5" aria-hidden="true" />
          {t.verify}
        </Button>
      )}
    </PanelFrame>
  )
}

function RunningVerification({ now }: { now: Extract<VerificationState, { state: 'running' }> }) {
  const t = useWords(words)
  const step = { chain: t.chain, states: t.states, 'read models': t.models }[now.step]
  return (
    <div className="grid gap-1">
      <p className="font-strong">{step}</p>
      <ProgressBar label={t.verifying} progress={now} />
    </div>
  )
}

function VerificationFindings({ report }: { report: VerificationAnswer }) {
  const t = useWords(words)
  const nameOf = useProjectionLabel()
  const problemText = useVerificationProblemTranslation()
  const { ok, events, head, checkpoint, firstBad, problems, states, projections } = report
  const Icon = ok ? CircleCheck : CircleAlert
  const compared = [
    { name: t.balancesKept, result: states },
    ...Object.entries(projections).map(([name, result]) => ({ name: t.model(nameOf(name)), result })),
  ]
  return (
    <div className={`grid gap-3 rounded-brick border-2 p-4 ${ok ? 'border-credit' : 'border-debit bg-debit-wash'}`}>
      <p className={`flex items-center gap-2 font-heavy text-lead ${ok ? 'text-credit' : 'text-debit'}`}>
        <Icon className="size-6 shrink-0" aria-hidden="true" />
        {ok ? t.ok : t.bad}
      </p>
      {ok ? <p>{t.okText(countText(events))}</p> : null}
      {firstBad === undefined ? null : (
        <p className="font-strong">{t.badAt(countText(firstBad.position), problemText(firstBad.reason))}</p>
      )}
      {problems.map((problem) => (
        <p key={problem} className="break-words">
          {problemText(problem)}
        </p>
      ))}
      <p>{checkpoint === null ? t.notSigned : t.signedUpTo(countText(checkpoint.size))}</p>
      <dl className="grid gap-x-4 gap-y-1 text-small md:grid-cols-2">
        {compared.map(({ name, result }) => (
          <div key={name} className="flex justify-between gap-2">
            <dt className="text-ink-soft">{name}</dt>
            <dd className={result === 'different' ? 'font-heavy text-debit' : 'font-strong'}>{t[result]}</dd>
          </div>
        ))}
      </dl>
      <p className="text-ink-soft text-small">
        {t.head} <span className="block break-all font-[family-name:ui-monospace,monospace]">{head.hash}</span>
      </p>
    </div>
  )
}
