import { type QueryKey, type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { FailedState, SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'
import { inBothLanguages, useWords } from '../../shared/language/in-both-languages.ts'
import { useQueryProgress } from '../api/long-running-query.ts'
import { ProgressBar } from './progress-bar.tsx'

const words = inBothLanguages(
  { reading: 'Reading the log', stop: 'Stop', stopped: 'Stopped', goOn: 'Read it after all' },
  { reading: 'रिकॉर्ड पढ़ रहे हैं', stop: 'रोकें', stopped: 'रोक दिया गया', goOn: 'फिर भी पढ़ें' },
)

interface Props {
  query: Pick<UseQueryResult, 'error' | 'fetchStatus' | 'refetch'>
  queryKey: QueryKey
  /** The placeholder until the progress is known. */
  waiting?: ReactNode
}

/** Stands in for an answer that takes long: shows its progress and a button that stops it. */
export function LongRunningProgress({ query, queryKey, waiting = <SkeletonBar className="h-64 w-full" /> }: Props) {
  const t = useWords(words)
  const client = useQueryClient()
  const progress = useQueryProgress(queryKey)
  if (query.error !== null)
    return <FailedState message={errorMessage(query.error)} onRetry={() => void query.refetch()} />
  if (query.fetchStatus === 'idle')
    return (
      <TextWithControls text={t.stopped}>
        <Button kind="secondary" onClick={() => void query.refetch()}>
          {t.goOn}
        </Button>
      </TextWithControls>
    )
  // Most answers arrive before a reader could read a progress.
  if (progress === undefined || progress.events >= progress.of) return waiting
  return (
    <TextWithControls text={t.reading}>
      <ProgressBar label={t.reading} progress={progress} />
      <Button kind="secondary" onClick={() => void client.cancelQueries({ queryKey, exact: true })}>
        {t.stop}
      </Button>
    </TextWithControls>
  )
}

function TextWithControls({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div role="status" className="grid gap-3 rounded-sheet border border-rule bg-sheet p-4 md:p-5">
      <p className="font-strong">{text}</p>
      {children}
    </div>
  )
}
