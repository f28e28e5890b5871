import type { AuditEvent } from '@ledger/contracts/audit.ts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../shared/api/readers-words.ts'
import { NextPage } from '../../shared/design/next-page.tsx'
import { Bar, Empty, Failed } from '../../shared/design/states.tsx'
import { useWords } from '../../shared/language/words.ts'
import { EventDownloads } from './event-downloads.tsx'
import { askedBy, type EventFilter } from './event-filter.ts'
import { eventCountQuery, eventPages } from './event-pages.ts'
import { EventRow } from './event-row.tsx'
import { LiveLine } from './live-line.tsx'
import { RawEvent } from './raw-event.tsx'
import { words } from './words.ts'

/** The events that match the filter, page by page, with those recorded meanwhile. */
export function EventList({ filter, types }: { filter: EventFilter; types: readonly string[] }) {
  const t = useWords(words)
  const client = useQueryClient()
  const [open, setOpen] = useState<AuditEvent>()
  const pages = eventPages(client, filter, types)
  const query = useInfiniteQuery(pages)
  const counting = eventCountQuery(askedBy(filter, types))
  const count = useQuery(counting).data?.count
  const events = query.data?.pages.flatMap((page) => page.events)
  const wanted = filter.type === undefined ? types : [filter.type]
  return (
    <section aria-label={t.title} aria-busy={query.isPending} className="min-w-0">
      {query.data === undefined ? (
        <div className="mb-2 min-h-11" />
      ) : (
        <LiveLine
          types={wanted}
          seen={query.data.pages[0]?.head}
          onShow={() => {
            void client.resetQueries({ queryKey: pages.queryKey })
            void client.invalidateQueries({ queryKey: counting.queryKey })
          }}
        />
      )}
      {count === undefined ? (
        <div className="mb-3 min-h-12" />
      ) : count === 0 ? null : (
        <EventDownloads filter={filter} types={types} count={count} />
      )}
      <div className="overflow-hidden rounded-sheet border border-rule bg-sheet">
        {events === undefined ? (
          query.error === null ? (
            <WaitingEvents />
          ) : (
            <Failed message={messageOf(query.error)} onRetry={() => void query.refetch()} />
          )
        ) : events.length === 0 && !query.hasNextPage ? (
          <Empty title={t.none}>{t.noneText}</Empty>
        ) : (
          <ul>
            {events.map((event) => (
              <EventRow key={event.position} event={event} onOpen={() => setOpen(event)} />
            ))}
          </ul>
        )}
        <NextPage query={query} />
      </div>
      {open === undefined ? null : <RawEvent event={open} onClose={() => setOpen(undefined)} />}
    </section>
  )
}

function WaitingEvents() {
  return (
    <div>
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <div key={row} className="grid gap-2 border-rule border-b px-4 py-3 last:border-b-0">
          <Bar className="h-5 w-4/5" />
          <Bar className="h-4 w-48" />
        </div>
      ))}
    </div>
  )
}
