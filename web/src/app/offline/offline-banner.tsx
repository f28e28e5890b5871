import type { QueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { inBothLanguages, useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { dataTimesByPart } from './data-age.ts'
import { useMayBeStale } from './probe-and-refetch.ts'

const words = inBothLanguages(
  {
    notConnected: 'Not connected.',
    allOf: (time: string) => `Shown as of ${time}.`,
    partOf: (part: string, time: string) => `${part} as of ${time}`,
    balance: 'Balance',
    entries: 'Entries',
    sums: 'Sums',
    names: 'Names',
    supervisors: 'Supervisors',
    other: 'The rest',
  },
  {
    notConnected: 'कनेक्शन नहीं है।',
    allOf: (time: string) => `यह ${time} तक का है।`,
    partOf: (part: string, time: string) => `${part}: ${time} तक`,
    balance: 'शेष',
    entries: 'लेन-देन',
    sums: 'जोड़',
    names: 'नाम',
    supervisors: 'सुपरवाइज़र',
    other: 'बाकी',
  },
)

/**
 * The line above any screen while the screen may be behind (probe-and-refetch.ts): it says that the server cannot be
 * reached, and how old the shown answers are.
 */
export function OfflineBanner({ client }: { client: QueryClient }) {
  const t = useWords(words)
  const behind = useMayBeStale((state) => state.behind)
  const language = useLanguage((state) => state.language)
  const cache = client.getQueryCache()
  const said = useSyncExternalStore(
    (look) => cache.subscribe(look),
    () => (behind ? sentence() : ''),
  )

  function sentence(): string {
    const times = dataTimesByPart(client, language)
    const [first] = times
    if (first === undefined) return ''
    const isOne = times.every(([, time]) => time === first[1])
    return isOne ? t.allOf(first[1]) : `${times.map(([part, time]) => t.partOf(t[part], time)).join(' · ')}.`
  }

  return (
    <div role="status" className="print:hidden">
      {behind ? (
        <p className="flex items-start gap-2 border-accent-line border-b bg-wash px-4 py-2 text-ink text-small">
          <WifiOff className="mt-px size-5 shrink-0" aria-hidden="true" />
          <span>
            <span className="font-strong">{t.notConnected}</span> <span className="figures">{said}</span>
          </span>
        </p>
      ) : null}
    </div>
  )
}
