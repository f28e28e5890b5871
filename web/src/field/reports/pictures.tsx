import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { summaryQuery } from '../../shared/api/own-ledger.ts'
import { messageOf } from '../../shared/api/readers-words.ts'
import { sumsQuery } from '../../shared/api/site-account.ts'
import { firstDay, type Period } from '../../shared/charts/period.ts'
import { PeriodChoice } from '../../shared/charts/period-choice.tsx'
import { SummaryPictures } from '../../shared/charts/summary-pictures.tsx'
import { Empty, Failed } from '../../shared/design/states.tsx'
import { today } from '../../shared/entry/today.ts'
import { useWords } from '../../shared/language/words.ts'
import { useSignedIn } from '../../shared/session/use-signed-in.ts'
import { WaitingPictures } from './waiting-pictures.tsx'
import { words } from './words.ts'

/** Shows the spending by month, purpose and beneficiary, each picture with its table. */
export function Pictures() {
  const t = useWords(words)
  const [period, setPeriod] = useState<Period>('year')
  const from = firstDay(period, today())
  const query = useQuery({ ...summaryQuery(from), placeholderData: keepPreviousData })
  const { data, error } = query
  const isNew = useQuery(sumsQuery).data?.count === 0
  useSignedIn(error)
  return (
    <div className="grid gap-4 md:gap-6 lg:grid-cols-2 lg:items-start">
      <PeriodChoice period={period} onChoose={setPeriod} />
      {data !== undefined ? (
        <SummaryPictures
          summary={data}
          transfersCount
          areOfBefore={query.isPlaceholderData}
          empty={isNew || period === 'all' ? <Empty title={t.noneEver} /> : <Empty title={t.none}>{t.noneText}</Empty>}
        />
      ) : (
        <div className="lg:col-span-2">
          {error === null ? (
            <WaitingPictures />
          ) : (
            <div className="rounded-sheet border border-rule bg-sheet">
              <Failed message={messageOf(error)} onRetry={() => void query.refetch()} />
            </div>
          )}
        </div>
      )}
    </div>
  )
}
