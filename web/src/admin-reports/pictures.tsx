import { dayOf } from '@ledger/contracts/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { companySummaryQuery } from '../admin-calls/reports.ts'
import { WaitingSection } from '../admin-dashboard/section.tsx'
import { messageOf } from '../api/readers-words.ts'
import { Choice } from '../design/choice.tsx'
import { Empty, Failed } from '../design/states.tsx'
import { useWords } from '../language/words.ts'
import { Months } from '../reports/months.tsx'
import { firstDay, PERIODS, type Period } from '../reports/period.ts'
import { Shares } from '../reports/shares.tsx'
import { words as pictureWords } from '../reports/words.ts'
import { SiteBars } from './site-bars.tsx'
import { words } from './words.ts'

/** Money sent against money spent for each site, over time, and what it was spent on; each picture is a table as well. */
export function CompanyPictures() {
  const t = useWords(words)
  const p = useWords(pictureWords)
  const name = useId()
  const [period, setPeriod] = useState<Period>('year')
  const from = firstDay(period, dayOf(new Date().toISOString()))
  const { data, error, refetch } = useQuery(companySummaryQuery(from === undefined ? {} : { from }))
  if (data === undefined)
    return error === null ? <WaitingSection /> : <Failed message={messageOf(error)} onRetry={() => void refetch()} />
  return (
    <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
      <div className="lg:col-span-2">
        <SiteBars sites={data.sites} />
      </div>
      <fieldset className="lg:col-span-2">
        <legend className="mb-1.5 font-strong">{t.period}</legend>
        <div className="grid grid-cols-2 gap-2 xl:grid-cols-4">
          {PERIODS.map((each) => (
            <Choice key={each} name={name} checked={period === each} onChange={() => setPeriod(each)}>
              {p[each]}
            </Choice>
          ))}
        </div>
      </fieldset>
      {data.months.length === 0 ? (
        <div className="rounded-sheet border border-rule bg-sheet lg:col-span-2">
          <Empty title={t.noneInPeriod}>{period === 'all' ? null : t.noneInPeriodText}</Empty>
        </div>
      ) : (
        <>
          <Months months={data.months} />
          <Shares title={p.byPurpose} column={p.purposeColumn} shares={data.purposes} />
          <Shares title={p.byBeneficiary} column={p.beneficiaryColumn} shares={data.beneficiaries} />
        </>
      )}
    </div>
  )
}
