import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { purposesQuery, transactionSumsQueryOptions } from '../../shared/api/field-queries.ts'
import { summaryQuery } from '../../shared/api/own-transaction-queries.ts'
import { today } from '../../shared/api/today.ts'
import { type ChartPeriod, firstDayOfPeriod } from '../../shared/charts/chart-period.ts'
import { ChartPeriodChoice } from '../../shared/charts/chart-period-choice.tsx'
import { SummaryCharts } from '../../shared/charts/summary-charts.tsx'
import { EmptyState, FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { purposeNameIn } from '../../shared/purposes/purpose-name-in.ts'
import { useRedirectWhenSignedOut } from '../../shared/session/use-redirect-when-signed-out.ts'
import { ChartsSkeleton } from './charts-skeleton.tsx'
import { words } from './screen-texts.ts'

/** Shows the spending by month, purpose and beneficiary, each picture with its table. */
export function OwnSummaryCharts() {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const purposeName = purposeNameIn(language, useQuery(purposesQuery).data)
  const [period, setPeriod] = useState<ChartPeriod>('year')
  const from = firstDayOfPeriod(period, today())
  const query = useQuery({ ...summaryQuery(from), placeholderData: keepPreviousData })
  const { data, error } = query
  const isNew = useQuery(transactionSumsQueryOptions).data?.count === 0
  useRedirectWhenSignedOut(error)
  return (
    <div className="grid gap-4 md:gap-6 lg:grid-cols-2 lg:items-start">
      <ChartPeriodChoice period={period} onChoose={setPeriod} />
      {data !== undefined ? (
        <SummaryCharts
          summary={data}
          transfersCount
          purposeName={({ name }) => purposeName(name)}
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
