import { type Day, dayOf } from '@ledger/contracts/dates.ts'
import type { BalancesAsOf } from '@ledger/contracts/http/audit/balances-and-ledger-as-of-schemas.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Button } from '../../shared/design/controls/button.tsx'
import { PrintedScreenHead } from '../../shared/export/print/use-print-preview.tsx'
import { dateText, timeText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { type Language, useLanguage } from '../../shared/language/language-setting.ts'
import { balancesAtQuery, balancesNowQuery } from '../api/audit-queries.ts'
import { AuditFrame } from '../frame/audit-frame.tsx'
import { LongRunningProgress } from '../frame/long-running-progress.tsx'
import { BalanceChanges } from './balance-changes.tsx'
import { BalancesTable } from './balances-table.tsx'
import { PositionSlider } from './position-slider.tsx'
import { words } from './screen-texts.ts'
import type { TimeLineSearchParams } from './time-line-search-params.ts'
import { TrialBalanceTable } from './trial-balance.tsx'
import { TrialBalanceDownloads } from './trial-balance-downloads.tsx'
import { useDebouncedNumber } from './use-debounced-number.ts'

/** `/admin/audit/time-line`: the books as they were at any moment, and what changed between two. */
export function TimeLine() {
  const t = useWords(words)
  const head = useQuery(balancesNowQuery)
  return (
    <AuditFrame title={t.title}>
      {head.data !== undefined ? (
        <ComparedMoments head={head.data.position} />
      ) : (
        <LongRunningProgress query={head} queryKey={balancesNowQuery.queryKey} />
      )}
    </AuditFrame>
  )
}

function ComparedMoments({ head }: { head: number }) {
  const t = useWords(words)
  const asked = useSearch({ from: '/admin/audit/time-line' })
  const [later, setLater] = useState(Math.min(asked.position ?? head, head))
  const [earlier, setEarlier] = useState(asked.earlier === undefined ? undefined : Math.min(asked.earlier, later))
  const [chosen, setChosen] = useState<{ position: number; day: Day }>()
  const moments = useMomentsInUrl(later, earlier, head)
  const now = useBalancesAt(later)
  const then = useBalancesAt(earlier ?? 0)
  const language = useLanguage((state) => state.language)
  const when = [...(earlier === undefined ? [] : [then.data]), now.data]
    .map((moment) => recordedAtText(moment?.recordedAt ?? null, language))
    .filter((text) => text !== '')
    .join(' – ')
  const day = now.data && (chosen?.position === now.data.position ? chosen.day : dayOfMoment(now.data))
  return (
    <div className="grid gap-4 lg:gap-6">
      <PrintedScreenHead heading={{ title: t.title, about: [earlier === undefined ? '' : t.compare], period: when }} />
      <div className={`grid gap-4 ${earlier === undefined ? '' : 'lg:grid-cols-2'}`}>
        {earlier === undefined ? null : (
          <PositionSlider
            isNarrow
            label={t.earlier}
            head={head}
            position={earlier}
            onMove={(to) => setEarlier(Math.min(to, later))}
          />
        )}
        <PositionSlider
          isNarrow={earlier !== undefined}
          label={earlier === undefined ? t.moment : t.later}
          head={head}
          position={later}
          onMove={(to, day) => {
            setLater(Math.max(to, earlier ?? 0))
            setChosen(day === undefined ? undefined : { position: to, day })
          }}
        />
      </div>
      <Button
        kind="secondary"
        className="md:justify-self-start"
        onClick={() => setEarlier(earlier === undefined ? Math.floor(later / 2) : undefined)}
      >
        {earlier === undefined ? t.compare : t.stopComparing}
      </Button>
      {now.data === undefined || isStaleAndIdle(now) ? (
        <LongRunningProgress query={now} queryKey={now.queryKey} />
      ) : then.data === undefined || isStaleAndIdle(then) ? (
        <LongRunningProgress query={then} queryKey={then.queryKey} />
      ) : (
        <>
          <TrialBalanceTable moment={now.data} title={earlier === undefined ? undefined : t.later} />
          <TrialBalanceDownloads position={now.data.position} day={day} />
          {earlier === undefined ? (
            <BalancesTable moment={now.data} moments={moments} day={day} />
          ) : (
            <BalanceChanges before={then.data} after={now.data} moments={moments} />
          )}
        </>
      )}
    </div>
  )
}

/** Returns "" before the first event, and while nothing is known. */
function recordedAtText(recordedAt: string | null, language: Language): string {
  return recordedAt === null ? '' : `${dateText(recordedAt, language)}, ${timeText(recordedAt)}`
}

/** The day on which the last event of a moment was recorded; undefined before the first event. */
function dayOfMoment({ recordedAt }: BalancesAsOf): Day | undefined {
  return recordedAt === null ? undefined : dayOf(recordedAt)
}

/** Writes the moments into the address once the sliders rest, so that the way back finds them where they were. */
function useMomentsInUrl(later: number, earlier: number | undefined, head: number): TimeLineSearchParams {
  const navigate = useNavigate()
  const position = useDebouncedNumber(later)
  const from = useDebouncedNumber(earlier ?? 0)
  const isCompared = earlier !== undefined
  useEffect(() => {
    // The head of the log is left out: the screen opens there anyway, and the head moves on.
    const search = { ...(position === head ? {} : { position }), ...(isCompared ? { earlier: from } : {}) }
    void navigate({ to: '/admin/audit/time-line', search, replace: true, resetScroll: false })
  }, [navigate, position, from, isCompared, head])
  return { position: later, ...(earlier === undefined ? {} : { earlier }) }
}

/** Reads the moment once the slider rests. While the slider moves, the moment before stays on the screen. */
function useBalancesAt(position: number) {
  const options = balancesAtQuery(useDebouncedNumber(position))
  return { ...useQuery({ ...options, placeholderData: keepPreviousData }), queryKey: options.queryKey }
}

/** Tells whether the screen shows another moment while the query for this one was stopped or failed. */
function isStaleAndIdle({ isPlaceholderData, fetchStatus }: ReturnType<typeof useBalancesAt>): boolean {
  return isPlaceholderData && fetchStatus === 'idle'
}
