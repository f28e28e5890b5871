import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { messageOf } from '../../shared/api/readers-words.ts'
import { usePageTitle } from '../../shared/design/page-title.ts'
import { ScreenHead } from '../../shared/design/screen-head.tsx'
import { Empty, Failed } from '../../shared/design/states.tsx'
import { useBlocks } from '../../shared/entry/blocks.ts'
import { ListSums } from '../../shared/entry/list-sums.tsx'
import { RowsOfPage } from '../../shared/entry/rows.tsx'
import { WaitingRows } from '../../shared/entry/waiting-rows.tsx'
import { ExportButton } from '../../shared/export/export-button.tsx'
import { periodName } from '../../shared/export/sheet-plan.ts'
import { useSettled } from '../../shared/forms/use-settled.ts'
import { useWords } from '../../shared/language/words.ts'
import { useOffice } from '../../shared/session/use-office.ts'
import { type CompanyFilter, companyAddress, companyPages, companySumsQuery, NO_FILTER } from '../calls/money.ts'
import { companyFilter } from './company-filter.ts'
import { CompanyRow } from './company-row.tsx'
import { chosenIn, TransactionFilter } from './transaction-filter.tsx'
import { useCreditDialogs } from './use-credit-dialogs.tsx'
import { words } from './words.ts'

const route = getRouteApi('/admin/all-transactions')

/** Returns only the filters that are set, so that an unfiltered list has a bare address. */
function narrowed(filter: CompanyFilter): Partial<CompanyFilter> {
  return companyFilter({ ...filter })
}

/** Writes the filter of the list into the address. */
function useAddress(filter: CompanyFilter): void {
  const navigate = route.useNavigate()
  const wanted = JSON.stringify(narrowed(filter))
  useEffect(() => void navigate({ search: JSON.parse(wanted), replace: true }), [navigate, wanted])
}

/**
 * `/admin/all-transactions` (§2): every row of every account, read page by page, searched and filtered on the server.
 */
export function AllTransactions() {
  const t = useWords(words)
  usePageTitle(t.allTitle)
  const { admin } = useOffice()
  const [typed, setFilter] = useState({ ...NO_FILTER, ...route.useSearch() })
  const q = useSettled(typed.q.trim())
  const filter = { ...typed, q }
  useAddress(filter)
  const isSignedIn = admin !== undefined
  const query = useInfiniteQuery({ ...companyPages(filter), enabled: isSignedIn })
  const sums = useQuery({ ...companySumsQuery(filter), enabled: isSignedIn })
  const { actionsOf, onOpen, dialog } = useCreditDialogs(admin)
  const { data } = query
  const blocks = useBlocks(data?.pages)
  // After a failure only the reader asks again, because otherwise the requests would never end.
  const mayAskMore = query.hasNextPage && !query.isFetching && !query.isFetchNextPageError
  return (
    <div className="min-h-dvh pb-8">
      <ScreenHead title={t.allTitle} home="/admin" />
      <main className="mx-auto max-w-6xl md:p-6">
        <section
          className="border-rule bg-sheet max-md:border-b md:rounded-sheet md:border"
          aria-busy={query.isPending}
        >
          <TransactionFilter filter={typed} onFilter={setFilter} />
          <div className="grid gap-x-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-start">
            <ListSums sums={sums.data} isOfBefore={sums.isPlaceholderData} />
            <div className="px-4 pb-4 max-md:grid md:px-5">
              <ExportButton
                parts={['Transactions', q, filter.purpose, periodName(filter)]}
                job={{ kind: 'company', report: 'transactions', address: companyAddress(filter) }}
                total={sums.data?.count}
              />
            </div>
          </div>
          {blocks === undefined ? (
            query.error === null ? (
              <WaitingRows count={8} />
            ) : (
              <Failed message={messageOf(query.error)} onRetry={() => void query.refetch()} />
            )
          ) : blocks.length === 0 ? (
            <div className="border-rule border-t">
              {filter.q.trim() === '' && chosenIn(filter) === 0 ? (
                <Empty title={t.noneYet}>{t.noneYetText}</Empty>
              ) : (
                <Empty title={t.noneFound}>{t.noneFoundText}</Empty>
              )}
            </div>
          ) : (
            <div className="aria-busy:opacity-60" aria-busy={query.isPlaceholderData}>
              <RowsOfPage
                blocks={blocks}
                drawRow={(row) => (
                  <div className="border-rule border-t">
                    <CompanyRow row={row} actions={actionsOf(row)} onOpen={onOpen} />
                  </div>
                )}
                onNearEnd={mayAskMore ? () => void query.fetchNextPage() : undefined}
              />
            </div>
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
