import type { Language } from '../language/language-setting.ts'
import { recognitionClass } from './speech-recognition-support.ts'

/** The locales of §9. */
const SPEECH_LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', hi: 'hi-IN' }
/** §4, §9: recognition stops on a final result or after this. */
const MAX_LISTENING_MS = 10_000
/** The time that a stopped recogniser has to return a result. */
const RESULT_TIMEOUT_MS = 3_000

/** §8, Voice errors. */
export type VoiceError = 'notStarted' | 'noSpeech' | 'denied' | 'network' | 'failed'

export interface Listening {
  /** Ends the listening. The speech so far becomes the result. */
  stop(): void
  /** Cancels the listening without a result or an error. */
  cancel(): void
}

interface RecognitionCallbacks {
  onInterim(text: string): void
  /** Receives the recognised texts, the likeliest first. The listening has ended. */
  onResult(readings: readonly string[]): void
  /** The listening has ended as well. */
  onError(error: VoiceError): void
}

/** Listens once, for 10 s at most. Exactly one of `onResult` and `onError` follows, unless it is cancelled. */
export function listenForSpeech(language: Language, { onInterim, onResult, onError }: RecognitionCallbacks): Listening {
  const Class = recognitionClass()
  if (Class === undefined) throw new Error('A browser without a recogniser has no microphones')
  const recognition = new Class()
  const timers: ReturnType<typeof setTimeout>[] = []
  let interim = ''
  let ended = false

  const end = (tell: () => void) => {
    if (ended) return
    ended = true
    for (const timer of timers) clearTimeout(timer)
    recognition.abort()
    tell()
  }
  const stop = () => {
    if (ended) return
    recognition.stop()
    timers.push(setTimeout(endWithInterim, RESULT_TIMEOUT_MS))
  }
  // Some recognisers end without a final result.
  const endWithInterim = () => end(() => tellResult([interim.trim()]))
  const tellResult = (readings: readonly string[]) => {
    const said = readings.filter((reading) => reading !== '')
    if (said.length === 0) onError('noSpeech')
    else onResult(said)
  }

  recognition.lang = SPEECH_LOCALES[language]
  recognition.continuous = false
  recognition.interimResults = true
  recognition.maxAlternatives = 5
  recognition.addEventListener('result', (event) => {
    const results = [...event.results]
    const final = results.filter((result) => result.isFinal)
    if (final.length > 0) return end(() => tellResult(readingsOfResults(final)))
    interim = results.map((result) => result[0]?.transcript ?? '').join('')
    if (!ended) onInterim(interim)
  })
  recognition.addEventListener('error', ({ error }) => end(() => onError(voiceErrorOf(error))))
  recognition.addEventListener('end', endWithInterim)
  let limit = setTimeout(stop, MAX_LISTENING_MS)
  timers.push(limit)
  recognition.addEventListener('start', () => {
    // On first use the browser asks for the microphone, and that took some of the seconds.
    clearTimeout(limit)
    limit = setTimeout(stop, MAX_LISTENING_MS)
    timers.push(limit)
  })
  try {
    recognition.start()
  } catch (error) {
    console.warn('Speech recognition did not start', error)
    end(() => onError('notStarted'))
  }
  return { stop, cancel: () => end(() => undefined) }
}

/** Returns all readings: the n-th one joins the n-th alternative of each part, or the part's first one. */
function readingsOfResults(parts: readonly SpeechRecognitionResult[]): string[] {
  const most = Math.max(...parts.map((part) => part.length))
  return Array.from({ length: most }, (_, n) =>
    parts
      .map((part) => (part[n] ?? part[0])?.transcript ?? '')
      .join('')
      .trim(),
  )
}

function voiceErrorOf(code: SpeechRecognitionErrorCode): VoiceError {
  switch (code) {
    case 'no-speech':
      return 'noSpeech'
    case 'not-allowed':
    case 'service-not-allowed':
      return 'denied'
    case 'network':
      return 'network'
    default:
      return 'failed'
  }
}
