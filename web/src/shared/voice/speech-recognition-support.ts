/** The part of the Web Speech API that is used here. Browsers name the class differently or lack it. */
interface Recognition {
  lang: string
  continuous: boolean
  interimResults: boolean
  maxAlternatives: number
  start(): void
  stop(): void
  abort(): void
  addEventListener(type: 'result', listener: (event: SpeechRecognitionEvent) => void): void
  addEventListener(type: 'error', listener: (event: SpeechRecognitionErrorEvent) => void): void
  addEventListener(type: 'start' | 'end', listener: () => void): void
}

type RecognitionClass = new () => Recognition

declare global {
  // TypeScript's DOM types lack it, because only some browsers have it.
  interface Window {
    readonly SpeechRecognition?: RecognitionClass
    readonly webkitSpeechRecognition?: RecognitionClass
  }
}

/** Returns the browser's recogniser; undefined where it has none, as Firefox. */
export function recognitionClass(): RecognitionClass | undefined {
  return window.SpeechRecognition ?? window.webkitSpeechRecognition
}

export function canListen(): boolean {
  return recognitionClass() !== undefined
}
