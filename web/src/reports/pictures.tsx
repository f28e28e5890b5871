import { dayOf } from '@ledger/contracts/dates.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { summaryQuery } from '../api/own-ledger.ts'
import { messageOf } from '../api/readers-words.ts'
import { Choice } from '../design/choice.tsx'
import { Empty, Failed } from '../design/states.tsx'
import { useWords } from '../language/words.ts'
import { useSignedIn } from '../session/use-signed-in.ts'
import { Months } from './months.tsx'
import { firstDay, PERIODS, type Period } from './period.ts'
import { Shares } from './shares.tsx'
import { WaitingPictures } from './waiting-pictures.tsx'
import { words } from './words.ts'

/** What was spent, by month, purpose and beneficiary; each picture with its table. */
export function Pictures() {
  const t = useWords(words)
  const name = useId()
  const [period, setPeriod] = useState<Period>('year')
  const from = firstDay(period, dayOf(new Date().toISOString()))
  const query = useQuery({ ...summaryQuery(from), placeholderData: keepPreviousData })
  const { data, error } = query
  useSignedIn(error)
  return (
    <div className="grid gap-4 md:gap-6 lg:grid-cols-2 lg:items-start">
      <fieldset className="lg:col-span-2">
        <legend className="mb-1.5 font-strong">{t.period}</legend>
        <div className="grid grid-cols-2 gap-2 md:grid-cols-4">
          {PERIODS.map((each) => (
            <Choice key={each} name={name} checked={period === each} onChange={() => setPeriod(each)}>
              {t[each]}
            </Choice>
          ))}
        </div>
      </fieldset>
      {data === undefined ? (
        <div className="lg:col-span-2">
          {error === null ? (
            <WaitingPictures />
          ) : (
            <div className="rounded-sheet border border-rule bg-sheet">
              <Failed message={messageOf(error)} onRetry={() => void query.refetch()} />
            </div>
          )}
        </div>
      ) : data.months.length === 0 ? (
        <div className="rounded-sheet border border-rule bg-sheet lg:col-span-2">
          <Empty title={t.none}>{period === 'all' ? null : t.noneText}</Empty>
        </div>
      ) : (
        <>
          <Months months={data.months} />
          <Shares title={t.byPurpose} column={t.purposeColumn} shares={data.purposes} />
          <Shares title={t.byBeneficiary} column={t.beneficiaryColumn} shares={data.beneficiaries} />
        </>
      )}
    </div>
  )
}
