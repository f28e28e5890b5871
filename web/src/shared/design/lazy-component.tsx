import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react'
import { inBothLanguages, useWords } from '../language/in-both-languages.ts'
import { FailedState } from './loading-empty-failed.tsx'

const words = inBothLanguages({ text: 'Check the network and try again.' }, { text: 'नेटवर्क देखें और फिर कोशिश करें।' })

interface Props<P> {
  load(): Promise<ComponentType<P>>
  /** The props of the loaded component. */
  with: P
  /** Shown while the component loads, with the same height. */
  waiting: ReactNode
}

/**
 * A part of a screen whose code is loaded after the screen itself. If that fails, the rest of the screen still works.
 */
export function LazyComponent<P extends object>({ load, with: props, waiting }: Props<P>) {
  const t = useWords(words)
  const [loaded, setLoaded] = useState<{ Loaded: ComponentType<P> }>()
  const [failed, setFailed] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is loaded does not change while it stands there
  const ask = useCallback(() => {
    setFailed(false)
    load().then(
      (Loaded) => setLoaded({ Loaded }),
      (error: unknown) => {
        console.warn(error)
        setFailed(true)
      },
    )
  }, [])
  useEffect(() => {
    // A task of its own lets the browser paint the screen first.
    const timer = setTimeout(ask)
    return () => clearTimeout(timer)
  }, [ask])
  if (loaded !== undefined) return <loaded.Loaded {...props} />
  return failed ? <FailedState message={t.text} onRetry={ask} /> : waiting
}
