import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { today } from '../../shared/api/today.ts'
import { type ChartPeriod, firstDayOfPeriod } from '../../shared/charts/chart-period.ts'
import { ChartPeriodChoice } from '../../shared/charts/chart-period-choice.tsx'
import { SummaryCharts } from '../../shared/charts/summary-charts.tsx'
import { EmptyState, FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { companySummaryQuery } from '../api/report-queries.ts'
import { SectionSkeleton } from '../dashboard/lazy-section.tsx'
import { FilteredTransactionsLink } from '../transactions/filtered-transactions-link.tsx'
import { BeneficiaryLink } from './beneficiary-link.tsx'
import { words } from './screen-texts.ts'
import { SiteBarChart } from './site-bar-chart.tsx'

/** Shows money sent against money spent for each site, over time, and by purpose. Each picture is a table as well. */
export function CompanyCharts() {
  const t = useWords(words)
  const [period, setPeriod] = useState<ChartPeriod>('year')
  const from = firstDayOfPeriod(period, today())
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...companySummaryQuery(from === undefined ? {} : { from }),
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
      <ChartPeriodChoice period={period} onChoose={setPeriod} />
      <SummaryCharts
        summary={data}
        transfersCount={false}
        areOfBefore={isPlaceholderData}
        purposeName={({ name }) => (
          <FilteredTransactionsLink filter={{ purpose: name, type: 'debit', from: from ?? '' }}>
            {name}
          </FilteredTransactionsLink>
        )}
        beneficiaryName={({ id, name }) => (id === null ? name : <BeneficiaryLink id={id}>{name}</BeneficiaryLink>)}
        empty={
          isNew || period === 'all' ? (
            <EmptyState title={t.noneEver} />
          ) : (
            <EmptyState title={t.noneInPeriod}>{t.noneInPeriodText}</EmptyState>
          )
        }
      />
    </div>
  )
}
