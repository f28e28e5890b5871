import type { QueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { inBothLanguages, useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { oldestDataTime } from './data-age.ts'
import { useMayBeStale } from './probe-and-refetch.ts'

const words = inBothLanguages(
  {
    notConnected: 'Not connected.',
    slow: 'Slow network.',
    shownAsOf: (time: string) => `Shown as of ${time}.`,
  },
  {
    notConnected: 'कनेक्शन नहीं है।',
    slow: 'नेटवर्क धीमा है।',
    shownAsOf: (time: string) => `यह ${time} तक का है।`,
  },
)

/**
 * The line above any screen while the screen may be behind (probe-and-refetch.ts): it says that the server cannot be
 * reached or answers late, and how old the oldest shown answer is.
 */
export function OfflineBanner({ client }: { client: QueryClient }) {
  const t = useWords(words)
  const { behind, isSlow } = useMayBeStale()
  const language = useLanguage((state) => state.language)
  const cache = client.getQueryCache()
  const time = useSyncExternalStore(
    (look) => cache.subscribe(look),
    () => (behind ? oldestDataTime(client, language) : undefined),
  )
  return (
    <div role="status" className="print:hidden">
      {behind ? (
        <p className="flex items-start gap-2 border-accent-line border-b bg-wash px-4 py-2 text-ink text-small">
          <WifiOff className="mt-px size-5 shrink-0" aria-hidden="true" />
          <span className="min-w-0 break-words">
            <span className="font-strong">{isSlow ? t.slow : t.notConnected}</span>{' '}
            {time === undefined ? null : t.shownAsOf(time)}
          </span>
        </p>
      ) : null}
    </div>
  )
}
