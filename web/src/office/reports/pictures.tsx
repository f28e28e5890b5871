import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../shared/api/readers-words.ts'
import { firstDay, type Period } from '../../shared/charts/period.ts'
import { PeriodChoice } from '../../shared/charts/period-choice.tsx'
import { SummaryPictures } from '../../shared/charts/summary-pictures.tsx'
import { Empty, Failed } from '../../shared/design/states.tsx'
import { today } from '../../shared/entry/today.ts'
import { useWords } from '../../shared/language/words.ts'
import { companySummaryQuery } from '../calls/reports.ts'
import { WaitingSection } from '../dashboard/section.tsx'
import { NarrowedLink } from '../transactions/narrowed-link.tsx'
import { BeneficiaryLink } from './beneficiary-link.tsx'
import { SiteBars } from './site-bars.tsx'
import { words } from './words.ts'

/** Shows money sent against money spent for each site, over time, and by purpose. Each picture is a table as well. */
export function CompanyPictures() {
  const t = useWords(words)
  const [period, setPeriod] = useState<Period>('year')
  const from = firstDay(period, today())
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
      <WaitingSection />
    ) : (
      <Failed message={messageOf(failed.error)} onRetry={() => void failed.refetch()} />
    )
  }
  return (
    <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
      <div className="lg:col-span-2">
        <SiteBars sites={ever.data.sites} />
      </div>
      <PeriodChoice period={period} onChoose={setPeriod} />
      <SummaryPictures
        summary={data}
        transfersCount={false}
        areOfBefore={isPlaceholderData}
        purposeName={({ name }) => (
          <NarrowedLink filter={{ purpose: name, type: 'debit', from: from ?? '' }}>{name}</NarrowedLink>
        )}
        beneficiaryName={({ id, name }) => (id === null ? name : <BeneficiaryLink id={id}>{name}</BeneficiaryLink>)}
        empty={
          isNew || period === 'all' ? (
            <Empty title={t.noneEver} />
          ) : (
            <Empty title={t.noneInPeriod}>{t.noneInPeriodText}</Empty>
          )
        }
      />
    </div>
  )
}
