import { SkeletonBar } from '../shared/design/loading-empty-failed.tsx'
import { inBothLanguages, useWords } from '../shared/language/in-both-languages.ts'

const words = inBothLanguages(
  { opening: 'Opening…', slow: 'On a slow network this takes a moment.' },
  { opening: 'खुल रहा है…', slow: 'धीमे नेटवर्क पर थोड़ा समय लगता है।' },
)

/**
 * Shown while the server is asked for the signed-in user and the screen's code loads. It is no form, because that would
 * disappear again.
 */
export function OpeningScreen() {
  const t = useWords(words)
  return (
    <main className="mx-auto grid max-w-xl gap-4 p-5" aria-busy="true">
      <p role="status">
        <span className="block font-strong text-lead">{t.opening}</span>
        <span className="text-ink-soft">{t.slow}</span>
      </p>
      <SkeletonBar className="h-40 w-full" />
      <SkeletonBar className="h-16 w-full" />
    </main>
  )
}
