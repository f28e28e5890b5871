import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { EmptyState, FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { usePageTitle } from '../../shared/design/page/page-title.ts'
import { ScreenHeader } from '../../shared/design/page/screen-header.tsx'
import { ListTotals } from '../../shared/entry/list/list-totals.tsx'
import { RowsSkeleton } from '../../shared/entry/list/rows-skeleton.tsx'
import { PageVirtualList } from '../../shared/entry/list/virtual-list.tsx'
import { useRowBlocks } from '../../shared/entry/list/virtual-list-blocks.ts'
import { periodInFileName } from '../../shared/export/file/report-sheets.ts'
import { ListOutputs } from '../../shared/export/print/list-outputs.tsx'
import { useDebouncedText } from '../../shared/forms/use-debounced-text.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useOfficeSession } from '../../shared/session/use-office-session.ts'
import {
  type CompanyTransactionFilter,
  companyExportUrl,
  companyTransactionPages,
  companyTransactionTotalsQuery,
  NO_COMPANY_FILTER,
} from '../api/transaction-queries.ts'
import { CompanyTransactionRow } from './company-transaction-row.tsx'
import { parseCompanyFilter } from './company-transaction-search-params.ts'
import { words } from './screen-texts.ts'
import { countActiveFilters, TransactionFilterForm } from './transaction-filter-form.tsx'
import { useAccountName } from './use-account-name.ts'
import { useCreditDialogs } from './use-credit-dialogs.tsx'
import { useListHeading } from './use-list-heading.ts'

const allTransactionsRoute = getRouteApi('/admin/all-transactions')

/** Returns only the filters that are set, so that an unfiltered list has a bare address. */
function onlyNarrowing(filter: CompanyTransactionFilter): Partial<CompanyTransactionFilter> {
  return parseCompanyFilter({ ...filter })
}

/** Writes the filter of the list into the address. */
function useFilterInUrl(filter: CompanyTransactionFilter): void {
  const navigate = allTransactionsRoute.useNavigate()
  const wanted = JSON.stringify(onlyNarrowing(filter))
  useEffect(() => void navigate({ search: JSON.parse(wanted), replace: true }), [navigate, wanted])
}

/**
 * `/admin/all-transactions` (§2): every row of every account, read page by page, searched and filtered on the server.
 */
export function AllTransactions() {
  const t = useWords(words)
  usePageTitle(t.allTitle)
  const { admin } = useOfficeSession()
  const [typed, setFilter] = useState({ ...NO_COMPANY_FILTER, ...allTransactionsRoute.useSearch() })
  const q = useDebouncedText(typed.q.trim())
  const filter = { ...typed, q }
  useFilterInUrl(filter)
  const isSignedIn = admin !== undefined
  const query = useInfiniteQuery({ ...companyTransactionPages(filter), enabled: isSignedIn })
  const sums = useQuery({ ...companyTransactionTotalsQuery(filter), enabled: isSignedIn })
  const { actionsOf, onOpen, dialog } = useCreditDialogs(admin)
  const account = useAccountName(filter.account)
  const headingOf = useListHeading()
  const { data } = query
  const blocks = useRowBlocks(data?.pages)
  // After a failure only the reader asks again, because otherwise the requests would never end.
  const mayAskMore = query.hasNextPage && !query.isFetching && !query.isFetchNextPageError
  return (
    <div className="min-h-dvh pb-8">
      <ScreenHeader title={t.allTitle} home="/admin" />
      <main className="mx-auto max-w-6xl md:p-6">
        <section
          className="border-rule bg-sheet max-md:border-b md:rounded-sheet md:border"
          aria-busy={query.isPending}
        >
          <TransactionFilterForm filter={typed} onFilter={setFilter} />
          <div className="grid gap-x-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-start">
            <ListTotals sums={sums.data} isOfBefore={sums.isPlaceholderData} />
            <div className="px-4 pb-4 max-md:grid md:px-5">
              <ListOutputs
                parts={['Transactions', account ?? filter.account, q, filter.purpose, periodInFileName(filter)]}
                heading={headingOf(filter, account)}
                job={{ kind: 'company', report: 'transactions', address: companyExportUrl(filter) }}
                total={sums.data?.count}
              />
            </div>
          </div>
          {blocks === undefined ? (
            query.error === null ? (
              <RowsSkeleton count={8} />
            ) : (
              <FailedState message={errorMessage(query.error)} onRetry={() => void query.refetch()} />
            )
          ) : blocks.length === 0 ? (
            <div className="border-rule border-t">
              {filter.q.trim() === '' && countActiveFilters(filter) === 0 ? (
                <EmptyState title={t.noneYet}>{t.noneYetText}</EmptyState>
              ) : (
                <EmptyState title={t.noneFound}>{t.noneFoundText}</EmptyState>
              )}
            </div>
          ) : (
            <div className="aria-busy:opacity-60" aria-busy={query.isPlaceholderData}>
              <PageVirtualList
                blocks={blocks}
                drawRow={(row) => (
                  <div className="border-rule border-t">
                    <CompanyTransactionRow row={row} actions={actionsOf(row)} onOpen={onOpen} />
                  </div>
                )}
                hasMore={query.hasNextPage}
                onNearEnd={mayAskMore ? () => void query.fetchNextPage() : undefined}
              />
            </div>
          )}
          {query.isFetchingNextPage ? (
            <p role="status" className="border-rule border-t p-4 text-center text-ink-soft">
              {t.loadingMore}
            </p>
          ) : query.isFetchNextPageError ? (
            <FailedState message={errorMessage(query.error)} onRetry={() => void query.fetchNextPage()} />
          ) : null}
        </section>
      </main>
      {dialog}
    </div>
  )
}
