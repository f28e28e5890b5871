import type { OfficeUser } from '@ledger/contracts/http/people/account-schemas.ts'
import type { TransactionTotals } from '@ledger/contracts/http/reports/summary-and-total-schemas.ts'
import { isGeneratedPurpose } from '@ledger/contracts/labels/generated-purposes.ts'
import type { ListedPurpose } from '@ledger/contracts/purposes/company-purpose-list.ts'
import { type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { LanguageSwitch } from '../../shared/design/controls/language-switch.tsx'
import { EmptyState, FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { PageHeading } from '../../shared/design/page/page-heading.tsx'
import { periodInFileName } from '../../shared/export/file/file-name.ts'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useNameOrder } from '../../shared/language/use-name-order.ts'
import { purposesWithRevisionQuery } from '../api/purpose-and-budget-queries.ts'
import {
  type CompanyTransactionFilter,
  companyExportUrl,
  isNarrowed,
  NO_COMPANY_FILTER,
} from '../api/transaction-queries.ts'
import { DESK_CONTROL } from '../controls/drop-menu.tsx'
import { useSearchShortcut } from '../controls/use-search-shortcut.ts'
import { COMPANY_COLUMNS, type EntryColumnId, LATE_COLUMNS, QUESTION_COLUMNS } from '../entry-table/column-ids.ts'
import { ColumnMenu } from '../entry-table/column-menu.tsx'
import type { EntryTableRow } from '../entry-table/entry-columns.tsx'
import { EntryTable } from '../entry-table/entry-table.tsx'
import { TableSkeleton } from '../entry-table/table-skeleton.tsx'
import { ExportMenu } from '../export/export-menu.tsx'
import { useAccountName } from '../transactions/use-account-name.ts'
import { useFilterInWords } from '../transactions/use-filter-in-words.ts'
import { EntriesFilterRow } from './entries-filter-row.tsx'
import { EntriesTotals, useTotalsNote } from './entries-totals.tsx'
import { countMoreFilters, MoreFilters } from './more-filters.tsx'
import { words } from './screen-texts.ts'
import { SitesShortOfCash } from './sites-short-of-cash.tsx'
import { useWorklistTexts, WorklistSentence } from './worklist-titles-and-sentences.tsx'

interface Props {
  admin: OfficeUser
  /** The filter that the rows belong to, and the one with the words that are being typed. */
  filter: CompanyTransactionFilter
  typed: CompanyTransactionFilter
  onFilter(filter: CompanyTransactionFilter): void
  query: Pick<
    UseInfiniteQueryResult,
    'error' | 'isPlaceholderData' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'refetch' | 'fetchNextPage'
  >
  rows: readonly EntryTableRow[] | undefined
  onNearEnd: (() => void) | undefined
  sums: TransactionTotals | undefined
}

/** The worklists that have columns of their own. */
const COLUMNS_OF_LIST: Partial<Record<CompanyTransactionFilter['worklist'], readonly EntryColumnId[]>> = {
  enteredLate: LATE_COLUMNS,
  questions: QUESTION_COLUMNS,
}

/** The list of all accounts' entries at a desk: filters in one row, what they leave in one line, and the table. */
export function EntriesDeskList({ admin, filter, typed, onFilter, query, rows, onNearEnd, sums }: Props) {
  const t = useWords(words)
  const worklists = useWorklistTexts()
  const account = useAccountName(filter.account)
  // The rows of the filter before have other names.
  const party = filter.beneficiary === '' || query.isPlaceholderData ? undefined : rows?.[0]?.recipient
  const heading = useFilterInWords(filter, account, party)
  const moreCount = countMoreFilters(filter)
  const search = useRef<HTMLInputElement>(null)
  useSearchShortcut(search)
  const [isMoreOpen, setMoreOpen] = useState(moreCount > 0)
  const { worklist } = filter
  const columns = COLUMNS_OF_LIST[worklist] ?? COMPANY_COLUMNS
  const title = worklist === '' ? t.title : worklists[worklist].title
  const isFiltered = isNarrowed(filter)
  const listed = useQuery(purposesWithRevisionQuery).data?.purposes
  const offered = useMemo(() => purposesOf(rows ?? [], listed ?? []), [rows, listed])
  const purposes = useNameOrder(offered, purposeItself) ?? []
  const totals = sums === undefined ? null : <EntriesTotals sums={sums} />
  const note = useTotalsNote(sums)
  return (
    <section aria-label={title} aria-busy={rows === undefined} className="bg-sheet print:bg-transparent">
      <div data-beside-panel="">
        <div className="flex items-center gap-x-3 px-4 pt-1">
          <PageHeading className="mr-1 shrink-0 font-heavy text-lead">{title}</PageHeading>
          <div data-field className="relative">
            <Search className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-ink-soft" aria-hidden="true" />
            <input
              ref={search}
              type="search"
              data-entry-search=""
              aria-label={t.search}
              aria-keyshortcuts="/"
              placeholder={`${t.search}  /`}
              maxLength={100}
              value={typed.q}
              onChange={({ target }) => onFilter({ ...typed, q: target.value })}
              className={`${DESK_CONTROL} w-48 pl-8`}
            />
          </div>
          <p
            role="status"
            className="figures min-w-0 flex-1 truncate text-small aria-busy:opacity-60"
            aria-busy={query.isPlaceholderData}
            title={note}
          >
            {totals}
            {note === undefined ? null : <span className="text-ink-soft">{`${DOT_SEPARATOR}${note}`}</span>}
          </p>
          <ColumnMenu columns={columns} />
          <ExportMenu
            parts={['Transactions', account ?? filter.account, filter.q, filter.purpose, periodInFileName(filter)]}
            heading={heading}
            job={{ kind: 'company', report: 'transactions', address: companyExportUrl(filter) }}
            count={sums?.count}
            total={totals}
          />
          <LanguageSwitch className="-mr-3 shrink-0" />
        </div>
      </div>
      {worklist === '' ? null : <WorklistSentence worklist={worklist} />}
      {worklist === 'lowCash' ? <SitesShortOfCash admin={admin} /> : null}
      <div className="flex flex-wrap items-center gap-x-1.5 gap-y-1 px-4 pb-1 print:hidden">
        <EntriesFilterRow
          filter={typed}
          onFilter={onFilter}
          isMoreOpen={isMoreOpen}
          onMore={() => setMoreOpen(!isMoreOpen)}
          moreCount={moreCount}
        />
        {isFiltered ? (
          <button
            type="button"
            onClick={() => onFilter({ ...NO_COMPANY_FILTER, worklist, sort: filter.sort })}
            className="rounded-brick px-1 py-1 font-strong text-small underline underline-offset-4"
          >
            {t.clear}
          </button>
        ) : null}
      </div>
      {isMoreOpen ? (
        <div className="px-4 pb-1 print:hidden">
          <MoreFilters filter={typed} onFilter={onFilter} purposes={purposes} party={party ?? ''} />
        </div>
      ) : null}
      {rows === undefined ? (
        query.error === null ? (
          <TableSkeleton />
        ) : (
          <FailedState message={errorMessage(query.error)} onRetry={() => void query.refetch()} />
        )
      ) : rows.length === 0 ? (
        <div className="border-rule border-t">
          {worklist !== '' ? (
            <EmptyState title={t.noneToDo} />
          ) : isFiltered ? (
            <EmptyState title={t.noneFound}>{t.noneFoundText}</EmptyState>
          ) : (
            <EmptyState title={t.noneYet}>{t.noneYetText}</EmptyState>
          )}
        </div>
      ) : (
        <div className="aria-busy:opacity-60" aria-busy={query.isPlaceholderData}>
          <EntryTable
            // The rows of another filter are another list, which begins at its top.
            key={JSON.stringify(filter)}
            isMain
            label={title}
            admin={admin}
            rows={rows}
            columns={columns}
            query={filter.q}
            worklist={worklist === '' ? undefined : worklist}
            sort={filter.sort === '' ? '-date' : filter.sort}
            onSort={(sort) => onFilter({ ...typed, sort: sort === '-date' ? '' : sort })}
            onNearEnd={onNearEnd}
          />
        </div>
      )}
      {query.isFetchingNextPage ? (
        <p role="status" className="border-rule border-t p-3 text-center text-ink-soft text-small">
          {t.loadingMore}
        </p>
      ) : query.isFetchNextPageError && query.error !== null ? (
        <FailedState message={errorMessage(query.error)} onRetry={() => void query.fetchNextPage()} />
      ) : null}
    </section>
  )
}

/** The number of rows whose purposes are offered to choose from. */
const ROWS_WITH_PURPOSES = 1000

/** Returns the purposes of the list, and those of the rows. */
function purposesOf(rows: readonly EntryTableRow[], listed: readonly ListedPurpose[]): string[] {
  const all = rows.slice(0, ROWS_WITH_PURPOSES).map(({ purpose }) => purpose)
  return [...new Set([...listed.map(({ name }) => name), ...all])].filter(
    (purpose) => purpose !== '' && !isGeneratedPurpose(purpose),
  )
}

const purposeItself = (purpose: string) => purpose
