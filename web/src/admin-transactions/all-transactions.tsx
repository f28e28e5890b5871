import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useMemo, useState } from 'react'
import { companyPages, NO_FILTER } from '../admin-calls/money.ts'
import { useOffice } from '../admin-dashboard/use-office.ts'
import { messageOf } from '../api/readers-words.ts'
import { LanguageSwitch } from '../design/language-switch.tsx'
import { usePageTitle } from '../design/page-title.ts'
import { Empty, Failed } from '../design/states.tsx'
import { useSettled } from '../forms/use-settled.ts'
import { inBothLanguages, useWords } from '../language/words.ts'
import { WaitingRows } from './recent-credits.tsx'
import { TransactionFilter } from './transaction-filter.tsx'
import { useCreditDialogs } from './use-credit-dialogs.tsx'
import { VirtualRows } from './virtual-rows.tsx'
import { words } from './words.ts'

const backWords = inBothLanguages({ back: 'Back' }, { back: 'वापस' })
const COUNT = new Intl.NumberFormat('en-IN')

/** `/admin/all-transactions` (§2): every row of every account, read page by page, searched and filtered on the server. */
export function AllTransactions() {
  const t = useWords(words)
  const { back } = useWords(backWords)
  usePageTitle(t.allTitle)
  const { admin } = useOffice()
  const [filter, setFilter] = useState(NO_FILTER)
  const q = useSettled(filter.q.trim())
  const query = useInfiniteQuery({ ...companyPages({ ...filter, q }), enabled: admin !== undefined })
  const { actionsOf, dialog } = useCreditDialogs(admin)
  const { data } = query
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows), [data])
  return (
    <div className="min-h-dvh pb-8">
      <header className="border-rule border-b bg-sheet">
        <div className="mx-auto flex max-w-6xl items-center gap-1 py-2 pr-1 pl-1 md:px-4">
          <Link
            to="/admin"
            aria-label={back}
            className="grid size-12 shrink-0 place-items-center rounded-brick hover:bg-ground"
          >
            <ArrowLeft className="size-6" aria-hidden="true" />
          </Link>
          <h1 className="min-w-0 flex-1 truncate font-heavy text-lead">{t.allTitle}</h1>
          <LanguageSwitch />
        </div>
      </header>
      <main className="mx-auto max-w-6xl md:p-6">
        <section
          className="border-rule bg-sheet max-md:border-b md:rounded-sheet md:border"
          aria-busy={query.isPending}
        >
          <TransactionFilter filter={filter} onFilter={setFilter} />
          <p role="status" className="figures min-h-7 px-4 pb-2 text-ink-soft text-small md:px-5">
            {rows === undefined ? null : (query.hasNextPage ? t.rowsSoFar : t.rows)(COUNT.format(rows.length))}
          </p>
          {rows === undefined ? (
            query.error === null ? (
              <WaitingRows count={8} />
            ) : (
              <Failed message={messageOf(query.error)} onRetry={() => void query.refetch()} />
            )
          ) : rows.length === 0 ? (
            <div className="border-rule border-t">
              <Empty title={t.noneFound}>{t.noneFoundText}</Empty>
            </div>
          ) : (
            <VirtualRows
              rows={rows}
              actionsOf={actionsOf}
              onNearEnd={() => {
                // After a failure it waits for the reader to ask, or it would ask without end.
                if (query.hasNextPage && !query.isFetching && !query.isFetchNextPageError) void query.fetchNextPage()
              }}
            />
          )}
          {query.isFetchingNextPage ? (
            <p role="status" className="border-rule border-t p-4 text-center text-ink-soft">
              {t.loadingMore}
            </p>
          ) : query.isFetchNextPageError ? (
            <Failed message={messageOf(query.error)} onRetry={() => void query.fetchNextPage()} />
          ) : null}
        </section>
      </main>
      {dialog}
    </div>
  )
}
