import { errorMessage } from '../../shared/api/error-messages.ts'
import { FailedState, SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'
import { countText, dateText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import type { LogGrowthCheck } from './check-log-growth.ts'
import { PanelFrame } from './panel-frame.tsx'
import { words } from './screen-texts.ts'
import { useLogGrowthCheck } from './use-log-growth-check.ts'

/** Shows the result of this browser's own check of the log against the checkpoint that it remembers. */
export function RememberedCheckpointPanel() {
  const t = useWords(words)
  const { data, error, refetch } = useLogGrowthCheck()
  return (
    <PanelFrame title={t.browserTitle}>
      {data !== undefined ? (
        <LogGrowthResult seen={data} />
      ) : error === null ? (
        <SkeletonBar className="h-12 w-full" />
      ) : (
        <FailedState message={errorMessage(error)} onRetry={() => void refetch()} />
      )}
    </PanelFrame>
  )
}

function LogGrowthResult({ seen }: { seen: LogGrowthCheck }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  switch (seen.outcome) {
    case 'nothing yet':
      return <p>{t.nothing}</p>
    case 'cannot look':
      return <p>{t.cannot}</p>
    case 'alarm':
      return <p className="font-strong text-debit">{t.alarm}</p>
    case 'first':
    case 'grown': {
      const size = countText(seen.size)
      const text =
        seen.outcome === 'first'
          ? t.first(size)
          : seen.from === seen.size
            ? t.same(size)
            : t.grown(countText(seen.from), size)
      return (
        <>
          <p>{text}</p>
          <p className="text-ink-soft text-small">
            {seen.signature === 'good' ? t.signatureGood : t.signatureNone}
            {seen.outcome === 'first' ? null : <span className="block">{t.since(dateText(seen.since, language))}</span>}
          </p>
        </>
      )
    }
  }
}
