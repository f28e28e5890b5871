import type { OfficeUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { Button, buttonLook } from '../../shared/design/controls/button.tsx'
import { EmptyState, FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { RowsSkeleton } from '../../shared/entry/list/rows-skeleton.tsx'
import { isDayInUrl } from '../../shared/forms/day-in-url.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { PeriodFields } from '../../shared/period/period-fields.tsx'
import { NO_COMPANY_FILTER, newestTransactionsQuery } from '../api/transaction-queries.ts'
import { SearchField } from '../controls/search-field.tsx'
import { useChangeUrlParams, useSearchWordsInUrl } from '../controls/use-search-words-in-url.ts'
import { CompanyTransactionRow } from './company-transaction-row.tsx'
import { parseCompanyFilter } from './company-transaction-search-params.ts'
import { words } from './screen-texts.ts'
import { useCompanyEntryDialogs } from './use-company-entry-dialogs.tsx'

/** §9: a recent list shows five rows. */
const RECENT_CREDITS = 5

/** §2, Recent Transactions: the newest five credits that match the search and the dates. */
export function RecentCredits({ admin }: { admin: OfficeUser }) {
  const t = useWords(words)
  const { q, typed, type } = useSearchWordsInUrl('credits')
  const { creditsFrom, creditsTo } = useSearch({ strict: false })
  const range = { from: isDayInUrl(creditsFrom) ? creditsFrom : '', to: isDayInUrl(creditsTo) ? creditsTo : '' }
  const changeAddress = useChangeUrlParams()
  const [clears, setClears] = useState(0)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...newestTransactionsQuery({ ...NO_COMPANY_FILTER, ...range, q, type: 'credit' }, RECENT_CREDITS),
    placeholderData: keepPreviousData,
  })
  const { actionsOf, onOpen, dialog } = useCompanyEntryDialogs(admin)
  const filtered = typed !== '' || range.from !== '' || range.to !== ''
  return (
    <>
      <div className="grid gap-3 px-4 pb-4 md:px-5">
        <SearchField label={t.search} value={typed} onChange={type} className="" />
        <div className="grid gap-3 lg:flex lg:flex-wrap lg:items-center">
          <PeriodFields
            key={clears}
            period={range}
            onChange={({ from, to }) => changeAddress({ creditsFrom: from, creditsTo: to })}
          />
          <Button
            kind="secondary"
            onClick={() => {
              type('')
              changeAddress({ credits: '', creditsFrom: '', creditsTo: '' })
              setClears(clears + 1)
            }}
          >
            {t.clear}
          </Button>
        </div>
      </div>
      {data === undefined ? (
        error === null ? (
          <RowsSkeleton count={RECENT_CREDITS} />
        ) : (
          <FailedState message={errorMessage(error)} onRetry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <div className="border-rule border-t">
          {filtered ? (
            <EmptyState title={t.noneFound}>{t.noneFoundText}</EmptyState>
          ) : (
            <EmptyState title={t.noneYet}>{t.noneYetText}</EmptyState>
          )}
        </div>
      ) : (
        <ul className="aria-busy:opacity-60" aria-busy={isPlaceholderData}>
          {data.map((row) => (
            <li key={row.id} className="border-rule border-t">
              <CompanyTransactionRow row={row} actions={actionsOf(row)} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
      <div className="border-rule border-t p-3">
        <Link
          to="/admin/all-transactions"
          search={filtered ? parseCompanyFilter({ q, ...range, type: 'credit' }) : {}}
          className={`${buttonLook('quiet')} w-full`}
        >
          {t.viewAll}
          <ArrowRight className="size-5" aria-hidden="true" />
        </Link>
      </div>
      {dialog}
    </>
  )
}
