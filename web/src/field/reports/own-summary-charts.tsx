import { daysOfMonth } from '@ledger/contracts/dates.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { purposesQuery, transactionSumsQueryOptions } from '../../shared/api/field-queries.ts'
import type { ListFilter } from '../../shared/api/own-transaction-queries.ts'
import { today } from '../../shared/api/today.ts'
import { firstDayOfPeriod } from '../../shared/charts/chart-period.ts'
import { ChartPeriodChoice } from '../../shared/charts/chart-period-choice.tsx'
import { SummaryCharts } from '../../shared/charts/summary-charts.tsx'
import { EmptyState, FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { purposeNamer } from '../../shared/language/purpose-namer.ts'
import { useRedirectWhenSignedOut } from '../../shared/session/use-redirect-when-signed-out.ts'
import { ChartsSkeleton } from './charts-skeleton.tsx'
import { words } from './screen-texts.ts'
import { summaryQuery } from './summary-query.ts'

const reportsRoute = getRouteApi('/reports')

/** Shows the spending by month, purpose and beneficiary, each picture with its table. */
export function OwnSummaryCharts() {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const purposeName = purposeNamer(language, useQuery(purposesQuery).data)
  const { period = 'year' } = reportsRoute.useSearch()
  const navigate = reportsRoute.useNavigate()
  const from = firstDayOfPeriod(period, today())
  const query = useQuery({ ...summaryQuery(from), placeholderData: keepPreviousData })
  const { data, error } = query
  const since = from === undefined ? {} : { from }
  const isNew = useQuery(transactionSumsQueryOptions).data?.count === 0
  useRedirectWhenSignedOut(error)
  return (
    <div className="grid gap-4 md:gap-6 lg:grid-cols-2 lg:items-start">
      <ChartPeriodChoice
        period={period}
        onChoose={(chosen) => void navigate({ search: { period: chosen }, replace: true, resetScroll: false })}
      />
      {data !== undefined ? (
        <SummaryCharts
          summary={data}
          transfersCount
          purposeName={({ name }) => (
            <EntriesLink search={{ purpose: name, type: 'debit', ...since }}>{purposeName(name)}</EntriesLink>
          )}
          beneficiaryName={({ id, name }) =>
            id === null ? name : <EntriesLink search={{ beneficiary: id, type: 'debit', ...since }}>{name}</EntriesLink>
          }
          monthName={(month, text) => <EntriesLink search={daysOfMonth(month)}>{text}</EntriesLink>}
          openMonth={(month) => void navigate({ to: '/transactions', search: daysOfMonth(month) })}
          areOfBefore={query.isPlaceholderData}
          empty={
            isNew || period === 'all' ? (
              <EmptyState title={t.noneEver} />
            ) : (
              <EmptyState title={t.none}>{t.noneText}</EmptyState>
            )
          }
        />
      ) : (
        <div className="lg:col-span-2">
          {error === null ? (
            <ChartsSkeleton />
          ) : (
            <div className="rounded-sheet border border-rule bg-sheet">
              <FailedState message={errorMessage(error)} onRetry={() => void query.refetch()} />
            </div>
          )}
        </div>
      )}
    </div>
  )
}

/** A name that leads to its entries in the full list. */
function EntriesLink({ search, children }: { search: ListFilter; children: ReactNode }) {
  return (
    <Link
      to="/transactions"
      search={search}
      className="inline-flex min-h-11 items-center underline decoration-edge underline-offset-4"
    >
      {children}
    </Link>
  )
}
