import { ExportButton } from '../../shared/export/dialog/export-button.tsx'
import { periodInFileName } from '../../shared/export/file/file-name.ts'
import type { ListHeading } from '../../shared/export/print/list-heading.ts'
import { PrintButton } from '../../shared/export/print/list-outputs.tsx'
import { countText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { periodText } from '../../shared/language/period-text.ts'
import { useOpenedAccounts } from '../api/use-opened-accounts.ts'
import { eventTypeLabels } from '../sentences/event-type-labels.ts'
import { type EventSearchParams, eventsQueryFrom } from './event-search-params.ts'
import type { EventsFileJob } from './events-export-worker.ts'
import { words } from './screen-texts.ts'

interface Props {
  filter: EventSearchParams
  types: readonly string[]
  /** The number of events that match the filter; at least one. */
  count: number
}

const EVENT_FILE_FORMATS = ['xlsx', 'csv'] as const

/** Shows the number of events that match the filter, and saves them as a file. Each download is itself an event. */
export function EventDownloads({ filter, types, count }: Props) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const people = useOpenedAccounts()
  const nameOf = (id: string | undefined) => people.find((person) => person.id === id)?.name ?? ''
  const asked = eventsQueryFrom(filter, types)
  const by = nameOf(filter.actor)
  const days = { from: filter.from ?? '', to: filter.to ?? '' }
  const parts = [
    ...[types.length === 0 ? 'Events' : 'Access_Log', filter.type ?? '', nameOf(filter.account)],
    ...[
      by === '' ? '' : `by_${by}`,
      filter.transaction === undefined ? '' : `entry_${filter.transaction.slice(0, 13)}`,
    ],
    periodInFileName(days),
  ]
  const typeNames: Readonly<Record<string, string>> = eventTypeLabels[language]
  const heading: ListHeading = {
    title: types.length === 0 ? t.title : t.accessTitle,
    about: [
      filter.type === undefined ? '' : (typeNames[filter.type] ?? filter.type),
      nameOf(filter.account),
      by === '' ? '' : `${t.actor}: ${by}`,
      filter.transaction ?? '',
    ],
    period: periodText(days, language),
  }
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p role="status" className="font-strong">
        {t.count(countText(count))}
      </p>
      <div className="list-outputs flex gap-2">
        <PrintButton
          heading={heading}
          total={count}
          read={async (language, onRead) => {
            const { readEventSheetContent } = await import('./read-events-for-spreadsheet.ts')
            return readEventSheetContent(asked, language, onRead)
          }}
        />
        {EVENT_FILE_FORMATS.map((format) => (
          <ExportButton
            key={format}
            label={format === 'csv' ? 'CSV' : t.excel}
            parts={parts}
            heading={heading}
            job={{
              ...{ kind: 'own', report: 'events', format, open: openEventsWorker },
              told: { asked, language, format } satisfies EventsFileJob,
            }}
            total={count}
          />
        ))}
      </div>
    </div>
  )
}

const openEventsWorker = () => new Worker(new URL('./events-export-worker.ts', import.meta.url), { type: 'module' })
