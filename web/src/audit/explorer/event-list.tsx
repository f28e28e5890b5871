import type { AuditEvent } from '@ledger/contracts/http/audit/event-and-history-schemas.ts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { LoadMoreButton } from '../../shared/design/load-more-button.tsx'
import { EmptyState, FailedState, SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { EventDownloads } from './event-downloads.tsx'
import { eventPagesQuery, filteredEventCountQuery } from './event-pages-query.ts'
import { EventRow } from './event-row.tsx'
import { type EventSearchParams, eventsQueryFrom } from './event-search-params.ts'
import { NewEventsNotice } from './new-events-notice.tsx'
import { RawEventDialog } from './raw-event-dialog.tsx'
import { words } from './screen-texts.ts'

/** The events that match the filter, page by page, with those recorded meanwhile. */
export function EventList({ filter, types }: { filter: EventSearchParams; types: readonly string[] }) {
  const t = useWords(words)
  const client = useQueryClient()
  const [open, setOpen] = useState<AuditEvent>()
  const pages = eventPagesQuery(client, filter, types)
  const query = useInfiniteQuery(pages)
  const counting = filteredEventCountQuery(eventsQueryFrom(filter, types))
  const count = useQuery(counting).data?.count
  const events = query.data?.pages.flatMap((page) => page.events)
  const wanted = filter.type === undefined ? types : [filter.type]
  return (
    <section aria-label={t.title} aria-busy={query.isPending} className="min-w-0">
      {query.data === undefined ? (
        <div className="mb-2 min-h-11" />
      ) : (
        <NewEventsNotice
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
            <EventRowsSkeleton />
          ) : (
            <FailedState message={errorMessage(query.error)} onRetry={() => void query.refetch()} />
          )
        ) : events.length === 0 && !query.hasNextPage ? (
          <EmptyState title={t.none}>{t.noneText}</EmptyState>
        ) : (
          <ul>
            {events.map((event) => (
              <EventRow key={event.position} event={event} onOpen={() => setOpen(event)} />
            ))}
          </ul>
        )}
        <LoadMoreButton query={query} />
      </div>
      {open === undefined ? null : <RawEventDialog event={open} onClose={() => setOpen(undefined)} />}
    </section>
  )
}

function EventRowsSkeleton() {
  return (
    <div>
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <div key={row} className="grid gap-2 border-rule border-b px-4 py-3 last:border-b-0">
          <SkeletonBar className="h-5 w-4/5" />
          <SkeletonBar className="h-4 w-48" />
        </div>
      ))}
    </div>
  )
}
