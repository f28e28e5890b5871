import { daysOfMonth } from '@ledger/contracts/dates.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { SummaryCharts } from '../../shared/charts/summary-charts.tsx'
import { EmptyState, FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import type { OpenPeriod } from '../../shared/language/period-text.ts'
import { periodSearch } from '../../shared/period/period-search-params.ts'
import { usePurposeName } from '../api/purpose-and-budget-queries.ts'
import { companySummaryQuery } from '../api/report-queries.ts'
import { SectionSkeleton } from '../controls/section-skeleton.tsx'
import { parseCompanyFilter } from '../transactions/company-transaction-search-params.ts'
import { FilteredTransactionsLink } from '../transactions/filtered-transactions-link.tsx'
import { BeneficiaryStatementLink } from './beneficiary-statement-link.tsx'
import { words } from './screen-texts.ts'
import { SiteBarChart } from './site-bar-chart.tsx'

/** Shows money sent against money spent for each site, over time, and by purpose. Each picture is a table as well. */
export function CompanyCharts({ period }: { period: OpenPeriod }) {
  const t = useWords(words)
  const purposeName = usePurposeName()
  const navigate = useNavigate()
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...companySummaryQuery(periodSearch(period)),
    // The choice of the period stays in place, with the focus in it.
    placeholderData: keepPreviousData,
  })
  // The figures at the sites are of all time.
  const ever = useQuery(companySummaryQuery({}))
  const isNew = ever.data?.months.length === 0
  if (data === undefined || ever.data === undefined) {
    const failed = error === null ? ever : { error, refetch }
    return failed.error === null ? (
      <SectionSkeleton />
    ) : (
      <FailedState message={errorMessage(failed.error)} onRetry={() => void failed.refetch()} />
    )
  }
  return (
    <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
      <div className="lg:col-span-2">
        <SiteBarChart sites={ever.data.sites} />
      </div>
      <SummaryCharts
        summary={data}
        transfersCount={false}
        areOfBefore={isPlaceholderData}
        purposeName={({ name }) => (
          <FilteredTransactionsLink filter={{ purpose: name, type: 'debit', ...period }}>
            {purposeName(name)}
          </FilteredTransactionsLink>
        )}
        beneficiaryName={({ id, name }) =>
          id === null ? name : <BeneficiaryStatementLink id={id}>{name}</BeneficiaryStatementLink>
        }
        monthName={(month, text) => (
          <FilteredTransactionsLink filter={daysIn(period, month)}>{text}</FilteredTransactionsLink>
        )}
        openMonth={(month) =>
          void navigate({ to: '/admin/all-transactions', search: parseCompanyFilter({ ...daysIn(period, month) }) })
        }
        empty={
          isNew || (period.from === '' && period.to === '') ? (
            <EmptyState title={t.noneEver} />
          ) : (
            <EmptyState title={t.noneInPeriod}>{t.noneInPeriodText}</EmptyState>
          )
        }
      />
    </div>
  )
}

/** The days of a month that are in the period. */
function daysIn(period: OpenPeriod, month: string): OpenPeriod {
  const { from, to } = daysOfMonth(month)
  const [, first = from] = [from, period.from].toSorted()
  const [last = to] = [to, period.to || to].toSorted()
  return { from: first, to: last }
}
