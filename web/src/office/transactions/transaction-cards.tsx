import type { OfficeUser } from '@ledger/contracts/http/people/account-schemas.ts'
import type { TransactionTotals } from '@ledger/contracts/http/reports/summary-and-total-schemas.ts'
import type { CompanyTransaction } from '@ledger/contracts/http/transaction-schemas.ts'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { EmptyState, FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { ListTotals } from '../../shared/entry/list/list-totals.tsx'
import { RowsSkeleton } from '../../shared/entry/list/rows-skeleton.tsx'
import { PageVirtualList } from '../../shared/entry/list/virtual-list.tsx'
import { useRowBlocks } from '../../shared/entry/list/virtual-list-blocks.ts'
import { periodInFileName } from '../../shared/export/file/file-name.ts'
import { ListOutputs } from '../../shared/export/print/list-outputs.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { type CompanyTransactionFilter, companyExportUrl, isNarrowed } from '../api/transaction-queries.ts'
import { SitesShortOfCash } from '../entries/sites-short-of-cash.tsx'
import { WorklistSentence } from '../entries/worklist-titles-and-sentences.tsx'
import { CompanyTransactionRow } from './company-transaction-row.tsx'
import { LinkFilterChips } from './link-filter-chips.tsx'
import { words } from './screen-texts.ts'
import { TransactionFilterForm } from './transaction-filter-form.tsx'
import { useAccountName } from './use-account-name.ts'
import { useCompanyEntryDialogs } from './use-company-entry-dialogs.tsx'
import { useFilterInWords } from './use-filter-in-words.ts'

interface Props {
  admin: OfficeUser | undefined
  /** The filter that the rows belong to, and the one with the words that are being typed. */
  filter: CompanyTransactionFilter
  typed: CompanyTransactionFilter
  onFilter(filter: CompanyTransactionFilter): void
  query: Pick<
    UseInfiniteQueryResult,
    | 'error'
    | 'hasNextPage'
    | 'isPending'
    | 'isPlaceholderData'
    | 'isFetchingNextPage'
    | 'isFetchNextPageError'
    | 'refetch'
    | 'fetchNextPage'
  >
  pages: readonly { readonly rows: CompanyTransaction[] }[] | undefined
  onNearEnd: (() => void) | undefined
  sums: TransactionTotals | undefined
}

/** The list of all accounts' entries on a screen that is narrower than a desk's, an entry a card. */
export function TransactionCards({ admin, filter, typed, onFilter, query, pages, onNearEnd, sums }: Props) {
  const t = useWords(words)
  const { actionsOf, onOpen, dialog } = useCompanyEntryDialogs(
    admin,
    filter.worklist === '' ? undefined : filter.worklist,
  )
  const account = useAccountName(filter.account)
  const party = pages?.[0]?.rows[0]?.recipient
  const heading = useFilterInWords(filter, account, party)
  const blocks = useRowBlocks(pages)
  return (
    <section className="border-rule bg-sheet max-md:border-b md:rounded-sheet md:border" aria-busy={query.isPending}>
      <TransactionFilterForm filter={typed} onFilter={onFilter} />
      {filter.worklist === '' ? null : <WorklistSentence worklist={filter.worklist} />}
      {filter.worklist === 'lowCash' && admin !== undefined ? <SitesShortOfCash admin={admin} /> : null}
      <LinkFilterChips filter={filter} party={party} onFilter={onFilter} />
      <div className="grid gap-x-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-start">
        <ListTotals sums={sums} isOfBefore={query.isPlaceholderData} />
        <div className="px-4 pb-4 max-md:grid md:px-5">
          <ListOutputs
            parts={['Transactions', account ?? filter.account, filter.q, filter.purpose, periodInFileName(filter)]}
            heading={heading}
            job={{ kind: 'company', report: 'transactions', address: companyExportUrl(filter) }}
            total={sums?.count}
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
          {filter.worklist !== '' ? (
            <EmptyState title={t.noneToDo} />
          ) : isNarrowed(filter) ? (
            <EmptyState title={t.noneFound}>{t.noneFoundText}</EmptyState>
          ) : (
            <EmptyState title={t.noneYet}>{t.noneYetText}</EmptyState>
          )}
        </div>
      ) : (
        <div className="aria-busy:opacity-60" aria-busy={query.isPlaceholderData}>
          <PageVirtualList
            blocks={blocks}
            drawRow={(row) => (
              <div className="border-rule border-t">
                <CompanyTransactionRow row={row} actions={actionsOf(row)} query={filter.q} onOpen={onOpen} />
              </div>
            )}
            hasMore={query.hasNextPage}
            onNearEnd={onNearEnd}
          />
        </div>
      )}
      {query.isFetchingNextPage ? (
        <p role="status" className="border-rule border-t p-4 text-center text-ink-soft">
          {t.loadingMore}
        </p>
      ) : query.isFetchNextPageError && query.error !== null ? (
        <FailedState message={errorMessage(query.error)} onRetry={() => void query.fetchNextPage()} />
      ) : null}
      {dialog}
    </section>
  )
}
