import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { PageHeading } from '../../shared/design/page/page-heading.tsx'
import { usePageTitle } from '../../shared/design/page/page-title.ts'
import { ScreenHeader } from '../../shared/design/page/screen-header.tsx'
import { useIsDesk } from '../../shared/design/use-is-desk.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useOfficeSession } from '../../shared/session/use-office-session.ts'
import { companyTransactionPages, companyTransactionTotalsQuery } from '../api/transaction-queries.ts'
import { EntriesDeskList } from '../entries/entries-desk-list.tsx'
import { words as entriesWords } from '../entries/screen-texts.ts'
import { useEntriesFilter } from '../entries/use-entries-filter.ts'
import { useWorklistTexts } from '../entries/worklist-titles-and-sentences.tsx'
import { TableSkeleton } from '../entry-table/table-skeleton.tsx'
import { words } from './screen-texts.ts'
import { TransactionCards } from './transaction-cards.tsx'

/**
 * `/admin/all-transactions` (§2): every row of every account, read page by page, searched and filtered on the server:
 * a table at a desk, cards on a narrower screen.
 */
export function AllTransactions() {
  const t = useWords(words)
  const deskTitle = useWords(entriesWords).title
  usePageTitle(t.allTitle)
  const isDesk = useIsDesk()
  const { admin, error, retry } = useOfficeSession()
  const { filter, typed, change } = useEntriesFilter()
  const worklists = useWorklistTexts()
  const title = filter.worklist === '' ? t.allTitle : worklists[filter.worklist].title
  const isSignedIn = admin !== undefined
  const query = useInfiniteQuery({ ...companyTransactionPages(filter), enabled: isSignedIn })
  const sums = useQuery({ ...companyTransactionTotalsQuery(filter), enabled: isSignedIn })
  const pages = query.data?.pages
  const rows = useMemo(() => pages?.flatMap((page) => page.rows), [pages])
  // After a failure only the reader asks again, because otherwise the requests would never end.
  const mayAskMore = query.hasNextPage && !query.isFetching && !query.isFetchNextPageError
  const list = { admin, filter, typed, onFilter: change, query }
  const onNearEnd = mayAskMore ? () => void query.fetchNextPage() : undefined
  return (
    <div className="min-h-dvh pb-8">
      {isDesk ? (
        <main>
          {error !== null ? (
            <>
              <PageHeading className="px-4 py-3 font-heavy text-lead">{deskTitle}</PageHeading>
              <FailedState message={errorMessage(error)} onRetry={retry} />
            </>
          ) : admin === undefined ? (
            <TableSkeleton />
          ) : (
            <EntriesDeskList {...list} admin={admin} rows={rows} onNearEnd={onNearEnd} sums={sums.data} />
          )}
        </main>
      ) : (
        <>
          <ScreenHeader title={title} home="/admin" />
          <main className="mx-auto max-w-6xl md:p-6">
            {error !== null ? (
              <FailedState message={errorMessage(error)} onRetry={retry} />
            ) : (
              <TransactionCards {...list} pages={pages} onNearEnd={onNearEnd} sums={sums.data} />
            )}
          </main>
        </>
      )}
    </div>
  )
}
