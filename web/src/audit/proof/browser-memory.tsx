import { messageOf } from '../../shared/api/readers-words.ts'
import { Bar, Failed } from '../../shared/design/states.tsx'
import { countText, dateText } from '../../shared/language/figures.ts'
import { useLanguage } from '../../shared/language/language.ts'
import { useWords } from '../../shared/language/words.ts'
import type { LookedBack } from './look-back.ts'
import { Panel } from './panel.tsx'
import { useLookBack } from './use-look-back.ts'
import { words } from './words.ts'

/** Shows the result of this browser's own check of the log against the checkpoint that it remembers. */
export function BrowserMemory() {
  const t = useWords(words)
  const { data, error, refetch } = useLookBack()
  return (
    <Panel title={t.browserTitle}>
      {data !== undefined ? (
        <Seen seen={data} />
      ) : error === null ? (
        <Bar className="h-12 w-full" />
      ) : (
        <Failed message={messageOf(error)} onRetry={() => void refetch()} />
      )}
    </Panel>
  )
}

function Seen({ seen }: { seen: LookedBack }) {
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
