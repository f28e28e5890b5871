import type { ErrorComponentProps } from '@tanstack/react-router'
import { FailedState } from '../shared/design/loading-empty-failed.tsx'
import { inBothLanguages, useWords } from '../shared/language/in-both-languages.ts'

const words = inBothLanguages(
  { text: 'The screen could not be opened. Check the network and try again.' },
  { text: 'स्क्रीन नहीं खुल पाई। नेटवर्क देखें और फिर कोशिश करें।' },
)

/** Shown for a screen that threw, or whose code did not load. Reloading the page helps with either. */
export function ErrorScreen({ error }: ErrorComponentProps) {
  const t = useWords(words)
  console.error(error)
  return (
    <main className="mx-auto max-w-xl p-4">
      <FailedState message={t.text} onRetry={() => window.location.reload()} />
    </main>
  )
}
