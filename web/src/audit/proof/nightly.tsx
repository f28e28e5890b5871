import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { messageOf } from '../../api/readers-words.ts'
import { Bar, Failed } from '../../design/states.tsx'
import { countText, dateText, timeText } from '../../language/figures.ts'
import { useLanguage } from '../../language/language.ts'
import { useWords } from '../../language/words.ts'
import { verificationsQuery } from '../calls/audit-calls.ts'
import { Panel } from './panel.tsx'
import { words } from './words.ts'

const SHOWN = 7

/** What the verifications of the last nights found. */
export function Nightly() {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { data, error, refetch } = useQuery(verificationsQuery)
  return (
    <Panel title={t.nightly}>
      {data === undefined ? (
        error === null ? (
          <Bar className="h-24 w-full" />
        ) : (
          <Failed message={messageOf(error)} onRetry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <p className="text-ink-soft">{t.noNightly}</p>
      ) : (
        <ul>
          {data.slice(0, SHOWN).map(({ verifiedAt, ok, report }) => {
            const Icon = ok ? CircleCheck : CircleAlert
            return (
              <li key={verifiedAt} className="flex items-start gap-2 border-rule border-b py-2 last:border-b-0">
                <Icon className={`mt-0.5 size-5 shrink-0 ${ok ? 'text-credit' : 'text-debit'}`} aria-hidden="true" />
                <span>
                  <span className="font-strong">{ok ? t.ok : t.bad}</span>
                  <span className="block text-ink-soft text-small">
                    {dateText(verifiedAt, language)}, {timeText(verifiedAt)}
                    {typeof report.events === 'number' ? ` · ${t.events(countText(report.events))}` : null}
                  </span>
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}
