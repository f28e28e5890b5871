import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Button } from '../../shared/design/button.tsx'
import { useWords } from '../../shared/language/words.ts'
import { asOfQuery, headQuery } from '../calls/audit-calls.ts'
import { AuditFrame } from '../frame/audit-frame.tsx'
import { LongWait } from '../frame/long-wait.tsx'
import { Balances } from './balances.tsx'
import { Changes } from './changes.tsx'
import type { MomentSearch } from './moment-search.ts'
import { MomentSlider } from './moment-slider.tsx'
import { TrialBalance } from './trial-balance.tsx'
import { useSettled } from './use-settled.ts'
import { words } from './words.ts'

/** `/admin/audit/time-line`: the books as they were at any moment, and what changed between two. */
export function TimeLine() {
  const t = useWords(words)
  const head = useQuery(headQuery)
  return (
    <AuditFrame title={t.title}>
      {head.data !== undefined ? (
        <Moments head={head.data.position} />
      ) : (
        <LongWait query={head} queryKey={headQuery.queryKey} />
      )}
    </AuditFrame>
  )
}

function Moments({ head }: { head: number }) {
  const t = useWords(words)
  const asked = useSearch({ from: '/admin/audit/time-line' })
  const [later, setLater] = useState(Math.min(asked.position ?? head, head))
  const [earlier, setEarlier] = useState(asked.earlier === undefined ? undefined : Math.min(asked.earlier, later))
  const moments = useMoments(later, earlier, head)
  const now = useMoment(later)
  const then = useMoment(earlier ?? 0)
  return (
    <div className="grid gap-4 lg:gap-6">
      <div className={`grid gap-4 ${earlier === undefined ? '' : 'lg:grid-cols-2'}`}>
        {earlier === undefined ? null : (
          <MomentSlider
            isNarrow
            label={t.earlier}
            head={head}
            position={earlier}
            onMove={(to) => setEarlier(Math.min(to, later))}
          />
        )}
        <MomentSlider
          isNarrow={earlier !== undefined}
          label={earlier === undefined ? t.moment : t.later}
          head={head}
          position={later}
          onMove={(to) => setLater(Math.max(to, earlier ?? 0))}
        />
      </div>
      <Button
        kind="secondary"
        className="md:justify-self-start"
        onClick={() => setEarlier(earlier === undefined ? Math.floor(later / 2) : undefined)}
      >
        {earlier === undefined ? t.compare : t.stopComparing}
      </Button>
      {now.data === undefined || isStopped(now) ? (
        <LongWait query={now} queryKey={now.queryKey} />
      ) : then.data === undefined || isStopped(then) ? (
        <LongWait query={then} queryKey={then.queryKey} />
      ) : (
        <>
          <TrialBalance moment={now.data} />
          {earlier === undefined ? (
            <Balances moment={now.data} moments={moments} />
          ) : (
            <Changes before={then.data} after={now.data} moments={moments} />
          )}
        </>
      )}
    </div>
  )
}

/** Writes the moments into the address once the sliders rest, so that the way back finds them where they were. */
function useMoments(later: number, earlier: number | undefined, head: number): MomentSearch {
  const navigate = useNavigate()
  const position = useSettled(later)
  const from = useSettled(earlier ?? 0)
  const isCompared = earlier !== undefined
  useEffect(() => {
    // The head of the log is left out: the screen opens there anyway, and the head moves on.
    const search = { ...(position === head ? {} : { position }), ...(isCompared ? { earlier: from } : {}) }
    void navigate({ to: '/admin/audit/time-line', search, replace: true })
  }, [navigate, position, from, isCompared, head])
  return { position: later, ...(earlier === undefined ? {} : { earlier }) }
}

/** Reads the moment once the slider rests. While the slider moves, the moment before stays on the screen. */
function useMoment(position: number) {
  const options = asOfQuery(useSettled(position))
  return { ...useQuery({ ...options, placeholderData: keepPreviousData }), queryKey: options.queryKey }
}

/** Tells whether the screen shows another moment while the query for this one was stopped or failed. */
function isStopped({ isPlaceholderData, fetchStatus }: ReturnType<typeof useMoment>): boolean {
  return isPlaceholderData && fetchStatus === 'idle'
}
