import type { History } from '@ledger/contracts/audit.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ReceiptText, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../shared/api/readers-words.ts'
import { buttonLook } from '../../shared/design/button.tsx'
import { NextPage } from '../../shared/design/next-page.tsx'
import { Bar, Failed } from '../../shared/design/states.tsx'
import { useWords } from '../../shared/language/words.ts'
import { historyQuery } from '../calls/audit-calls.ts'
import { AuditFrame } from '../frame/audit-frame.tsx'
import { readEntry } from '../sentences/read-event.ts'
import { EntryNow } from './entry-now.tsx'
import { RevisionCard } from './revision-card.tsx'
import { words } from './words.ts'

/** The number of revisions shown at a time. Each is a card, and thousands at once would block the page. */
const DRAWN_AT_ONCE = 100

/** `/admin/audit/entry/{id}`: the history of an entry from its creation on, also of a deleted one. */
export function EntryHistory() {
  const t = useWords(words)
  const { id } = useParams({ from: '/admin/audit/entry/$id' })
  const { data, error, refetch } = useQuery(historyQuery(id))
  return (
    <AuditFrame title={t.title}>
      {data !== undefined ? (
        <Told history={data} id={id} />
      ) : error === null ? (
        <div className="grid gap-4" aria-busy="true">
          <Bar className="h-40 w-full" />
          <Bar className="h-56 w-full" />
        </div>
      ) : (
        <Failed message={messageOf(error)} onRetry={() => void refetch()} />
      )}
    </AuditFrame>
  )
}

function Told({ history, id }: { history: History; id: string }) {
  const t = useWords(words)
  const [drawn, setDrawn] = useState(DRAWN_AT_ONCE)
  const last = history.revisions.at(-1)
  const isDeleted = last !== undefined && last.after === null
  const entry = readEntry(last?.after ?? last?.before ?? null)
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_380px] lg:items-start lg:gap-6">
      <div className="grid gap-4 lg:sticky lg:top-4 lg:order-2">
        {isDeleted ? (
          <p className="flex items-start gap-2 rounded-sheet border-2 border-debit bg-debit-wash p-4 font-strong text-debit">
            <Trash2 className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
            {t.deleted}
          </p>
        ) : null}
        {entry === undefined ? null : <EntryNow entry={entry} title={isDeleted ? t.lastBefore : t.stands} />}
        <Link to="/admin/audit/receipt/$id" params={{ id }} className={`${buttonLook('secondary')} w-full`}>
          <ReceiptText className="size-5" aria-hidden="true" />
          {t.receipt}
        </Link>
        <p className="text-ink-soft text-small">{t.receiptText}</p>
      </div>
      <section aria-label={t.revisions} className="grid min-w-0 gap-4 lg:order-1">
        <h2 className="font-heavy text-lead">{t.revisions}</h2>
        {history.revisions
          .slice(-drawn)
          .toReversed()
          .map((revision) => (
            <RevisionCard key={revision.position} revision={revision} />
          ))}
        <NextPage
          is="earlier"
          query={{
            hasNextPage: history.revisions.length > drawn,
            isFetchingNextPage: false,
            fetchNextPage: async () => setDrawn(drawn + DRAWN_AT_ONCE),
          }}
        />
      </section>
    </div>
  )
}
