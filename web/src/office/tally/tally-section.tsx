import { type Day, dayBefore } from '@ledger/contracts/dates.ts'
import type { OfficeUser } from '@ledger/contracts/http/people/account-schemas.ts'
import type { TallyMapAnswer } from '@ledger/contracts/http/tally/tally-schemas.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, FileDown, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { useToday } from '../../shared/api/today.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { useFileDownload } from '../../shared/export/file/use-file-download.ts'
import { countText, dateOfDayText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { PeriodBar } from '../../shared/period/period-bar.tsx'
import { SectionSkeleton } from '../controls/section-skeleton.tsx'
import { words } from './screen-texts.ts'
import { TallyExportsList } from './tally-exports-list.tsx'
import { TallyMapLines } from './tally-map-lines.tsx'
import { type TallyFileDays, tallyExportsQuery, tallyFileAddress, tallyMapQuery } from './tally-queries.ts'

/** The first day that an entry can have. */
const FIRST_DAY = '2000-01-01'

/** The file for Tally: the days, what they still need, the files, and those that were made. */
export function TallySection({ user }: { user: OfficeUser }) {
  const today = useToday()
  const [period, setPeriod] = useState(() => lastMonth(today))
  const whole = { from: period.from || FIRST_DAY, to: period.to || today }
  const { data, error, refetch } = useQuery({ ...tallyMapQuery(whole), placeholderData: keepPreviousData })
  const mayMake = user.role === 'admin' || user.role === 'accountant'
  return (
    <div className="grid gap-5 px-4 pb-5 md:px-5">
      <PeriodBar period={period} onChange={setPeriod} offersAllTime={false} />
      {data !== undefined ? (
        <>
          <TallyFiles map={data} period={whole} mayMake={mayMake} />
          <TallyMapLines map={data} mayChange={mayMake} />
        </>
      ) : error === null ? (
        <SectionSkeleton />
      ) : (
        <FailedState message={errorMessage(error)} onRetry={() => void refetch()} />
      )}
      <TallyExportsList />
    </div>
  )
}

function lastMonth(today: Day): TallyFileDays {
  const to = dayBefore(`${today.slice(0, 7)}-01`)
  return { from: `${to.slice(0, 7)}-01`, to }
}

/** The counts of the file, why it cannot be made or may still change, and the buttons that make it. */
function TallyFiles({ map, period, mayMake }: { map: TallyMapAnswer; period: TallyFileDays; mayMake: boolean }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const client = useQueryClient()
  const vouchers = t.vouchers(countText(map.vouchers))
  const counts = [
    vouchers,
    ...(map.altered === 0 ? [] : [t.altered(countText(map.altered))]),
    ...(map.cancelled === 0 ? [] : [t.cancelled(countText(map.cancelled))]),
  ].join(' · ')
  const xmlAddress = tallyFileAddress(period, 'xml')
  const { making, fetch, stop } = useFileDownload(t.failed, (address) => {
    // The journal has neither changes nor cancelled vouchers.
    showToast({ tone: 'done', title: t.made, text: address === xmlAddress ? counts : vouchers })
    void client.invalidateQueries({ queryKey: tallyExportsQuery.queryKey })
    void client.invalidateQueries({ queryKey: tallyMapQuery(period).queryKey })
  })
  const isClosed = map.closedUpTo !== null && map.closedUpTo >= period.to
  return (
    <div className="grid gap-4 rounded-brick border border-rule p-4">
      <p className="text-ink-soft">{t.what}</p>
      <p className="figures font-heavy text-lead">{counts}</p>
      {isClosed ? (
        <Notice icon={<CircleCheck className="mt-0.5 size-5 shrink-0" aria-hidden="true" />}>{t.closed}</Notice>
      ) : (
        <Notice icon={<TriangleAlert className="mt-0.5 size-5 shrink-0 text-debit" aria-hidden="true" />}>
          {map.closedUpTo === null ? t.neverClosed : t.notClosed(dateOfDayText(map.closedUpTo, language))}
        </Notice>
      )}
      {map.unmapped === 0 ? null : (
        <Notice icon={<TriangleAlert className="mt-0.5 size-5 shrink-0 text-debit" aria-hidden="true" />}>
          <strong className="font-strong">{t.unmapped(countText(map.unmapped))}</strong>
          <span className="block text-ink-soft">{t.chooseEach}</span>
        </Notice>
      )}
      {!mayMake ? (
        <p className="text-ink-soft">{t.whoMakes}</p>
      ) : making === undefined ? (
        <div className="flex flex-wrap gap-3">
          <Button disabled={map.unmapped > 0} onClick={() => fetch(xmlAddress)}>
            <FileDown className="size-5" aria-hidden="true" />
            {t.xml}
          </Button>
          <Button kind="secondary" disabled={map.unmapped > 0} onClick={() => fetch(tallyFileAddress(period, 'csv'))}>
            {t.csv}
          </Button>
        </div>
      ) : (
        <Button kind="secondary" onClick={stop} className="justify-self-start">
          {t.stop}
        </Button>
      )}
    </div>
  )
}

function Notice({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-start gap-2">
      {icon}
      <p>{children}</p>
    </div>
  )
}
