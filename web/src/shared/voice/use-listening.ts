import { useEffect, useRef, useState } from 'react'
import type { Language } from '../language/language-setting.ts'
import { type Listening, listenForSpeech, type VoiceError } from './speech-recognition.ts'

export type ListeningState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'listening' | 'working'; readonly interim: string }
  | { readonly phase: 'error'; readonly error: VoiceError }

const IDLE_LISTENING: ListeningState = { phase: 'idle' }

/**
 * §4, Voice input: idle, listening, finished with a result.
 * @param onReadings called with the recognised texts, the likeliest first
 */
export function useListening(onReadings: (readings: readonly string[]) => void) {
  const [state, setState] = useState<ListeningState>(IDLE_LISTENING)
  const current = useRef<Listening>(undefined)
  const latest = useRef(onReadings)
  latest.current = onReadings
  useEffect(() => () => current.current?.cancel(), [])

  const cancel = () => {
    current.current?.cancel()
    current.current = undefined
    setState(IDLE_LISTENING)
  }
  return {
    state,
    cancel,
    start(language: Language) {
      current.current?.cancel()
      setState({ phase: 'listening', interim: '' })
      current.current = listenForSpeech(language, {
        onInterim: (interim) =>
          setState(({ phase }) => ({ phase: phase === 'working' ? phase : 'listening', interim })),
        onResult(readings) {
          setState(IDLE_LISTENING)
          latest.current(readings)
        },
        onError: (error) => setState({ phase: 'error', error }),
      })
    },
    /** Stops listening and waits for the result. */
    finish() {
      current.current?.stop()
      setState((before) => (before.phase === 'listening' ? { phase: 'working', interim: before.interim } : before))
    },
  }
}
