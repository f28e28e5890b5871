import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react'
import { inBothLanguages, useWords } from '../language/words.ts'
import { Failed } from './states.tsx'

const words = inBothLanguages({ text: 'Check the network and try again.' }, { text: 'नेटवर्क देखें और फिर कोशिश करें।' })

interface Props<P> {
  load(): Promise<ComponentType<P>>
  /** Passed on to what was loaded. */
  with: P
  /** What stands there meanwhile, of the same height. */
  waiting: ReactNode
}

/** A part of a screen whose code comes after the screen itself. If it does not come, the rest of the screen still works. */
export function Later<P extends object>({ load, with: props, waiting }: Props<P>) {
  const t = useWords(words)
  const [part, setPart] = useState<{ Part: ComponentType<P> }>()
  const [failed, setFailed] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is loaded does not change while it stands there
  const ask = useCallback(() => {
    setFailed(false)
    load().then(
      (Part) => setPart({ Part }),
      (error: unknown) => {
        console.warn(error)
        setFailed(true)
      },
    )
  }, [])
  useEffect(() => {
    // In a task of its own: the screen is painted before.
    const timer = setTimeout(ask)
    return () => clearTimeout(timer)
  }, [ask])
  if (part !== undefined) return <part.Part {...props} />
  return failed ? <Failed message={t.text} onRetry={ask} /> : waiting
}
