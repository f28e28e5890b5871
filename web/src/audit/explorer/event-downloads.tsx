import { ExportButton } from '../../shared/export/export-button.tsx'
import { periodName } from '../../shared/export/sheet-plan.ts'
import { countText } from '../../shared/language/figures.ts'
import { useLanguage } from '../../shared/language/language.ts'
import { useWords } from '../../shared/language/words.ts'
import { useOpenedPeople } from '../calls/opened-people.ts'
import { askedBy, type EventFilter } from './event-filter.ts'
import type { EventsFile } from './events-worker.ts'
import { words } from './words.ts'

interface Props {
  filter: EventFilter
  types: readonly string[]
  /** The number of events that match the filter; at least one. */
  count: number
}

const FORMATS = ['xlsx', 'csv'] as const

/** Shows the number of events that match the filter, and saves them as a file. Each download is itself an event. */
export function EventDownloads({ filter, types, count }: Props) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const people = useOpenedPeople()
  const nameOf = (id: string | undefined) => people.find((person) => person.id === id)?.name ?? ''
  const asked = askedBy(filter, types)
  const by = nameOf(filter.actor)
  const parts = [
    ...[types.length === 0 ? 'Events' : 'Access_Log', filter.type ?? '', nameOf(filter.account)],
    ...[
      by === '' ? '' : `by_${by}`,
      filter.transaction === undefined ? '' : `entry_${filter.transaction.slice(0, 13)}`,
    ],
    periodName({ from: filter.from ?? '', to: filter.to ?? '' }),
  ]
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p role="status" className="font-strong">
        {t.count(countText(count))}
      </p>
      <div className="flex gap-2">
        {FORMATS.map((format) => (
          <ExportButton
            key={format}
            label={format === 'csv' ? 'CSV' : t.excel}
            parts={parts}
            job={{
              ...{ kind: 'own', report: 'events', format, open: openWorker },
              told: { asked, language, format } satisfies EventsFile,
            }}
            total={count}
          />
        ))}
      </div>
    </div>
  )
}

const openWorker = () => new Worker(new URL('./events-worker.ts', import.meta.url), { type: 'module' })
