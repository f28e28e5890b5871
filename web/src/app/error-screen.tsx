import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { FailedState } from '../shared/design/loading-empty-failed.tsx'
import { inBothLanguages, useWords } from '../shared/language/in-both-languages.ts'
import { ChunkNotFetched } from './load-chunk.ts'
import { OpeningScreen } from './opening-screen.tsx'

const words = inBothLanguages(
  { text: 'The screen could not be opened. Check the network and try again.' },
  { text: 'स्क्रीन नहीं खुल पाई। नेटवर्क देखें और फिर कोशिश करें।' },
)

/**
 * Shown for a screen that threw, or whose code did not load. Code that did not arrive is asked for again without a
 * reload, which would lose the texts that are not sent yet. Anything else, also a failed import, needs the reload.
 */
export function ErrorScreen({ error }: ErrorComponentProps) {
  const t = useWords(words)
  const router = useRouter()
  const [isRetrying, setRetrying] = useState(false)
  const retry = () => {
    if (!(error instanceof ChunkNotFetched)) return window.location.reload()
    setRetrying(true)
    // The router shows a load that fails again on this screen.
    const end = () => setRetrying(false)
    router.invalidate().then(end, end)
  }
  if (isRetrying) return <OpeningScreen />
  console.error(error)
  return (
    <main className="mx-auto max-w-xl p-4">
      <FailedState message={t.text} onRetry={retry} />
    </main>
  )
}
