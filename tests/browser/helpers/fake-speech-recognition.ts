import type { Page } from 'playwright-core'

interface RecognitionSession {
  readonly lang: string
  /** Milliseconds of the page's clock. */
  readonly startedAt: number
  stoppedAt: number | undefined
  abortedAt: number | undefined
}

declare global {
  interface Window {
    fakeSpeech: {
      readonly sessions: RecognitionSession[]
      throwsAtStart: boolean
      emit(name: 'start' | 'result' | 'error' | 'end', detail: object): void
    }
  }
}

/** Installs a Web Speech API in the page before it loads, which recognises what a test gives it. */
export async function installFakeSpeechRecognition(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let current: EventTarget | undefined
    const emit = (target: EventTarget, name: string, detail: object) =>
      target.dispatchEvent(Object.assign(new Event(name), detail))
    window.fakeSpeech = {
      sessions: [],
      throwsAtStart: false,
      emit(name, detail) {
        if (current === undefined) throw new Error('Nobody listens')
        emit(current, name, detail)
      },
    }
    class FakeRecognition extends EventTarget {
      lang = ''
      continuous = true
      interimResults = false
      maxAlternatives = 1
      session: RecognitionSession | undefined
      start() {
        if (window.fakeSpeech.throwsAtStart) throw new DOMException('no', 'InvalidStateError')
        this.session = { lang: this.lang, startedAt: performance.now(), stoppedAt: undefined, abortedAt: undefined }
        window.fakeSpeech.sessions.push(this.session)
        current = this
      }
      /** Real recognisers end by themselves some moments later. */
      stop() {
        if (this.session) this.session.stoppedAt ??= performance.now()
        setTimeout(() => emit(this, 'end', {}), 50)
      }
      abort() {
        if (this.session) this.session.abortedAt ??= performance.now()
        if (current === this) current = undefined
      }
    }
    Object.assign(window, { SpeechRecognition: FakeRecognition, webkitSpeechRecognition: FakeRecognition })
  })
}

/** Simulates a browser without the Web Speech API. */
export async function removeSpeechRecognition(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { SpeechRecognition: undefined, webkitSpeechRecognition: undefined })
  })
}

/** Emits a recognition; `readings` are its guesses, the likeliest first. */
export async function recogniseSpeech(page: Page, readings: string[], isFinal = true): Promise<void> {
  await page.evaluate(
    ({ texts, final }) => {
      const result = Object.assign(
        texts.map((transcript) => ({ transcript, confidence: 0.9 })),
        { isFinal: final },
      )
      window.fakeSpeech.emit('result', { resultIndex: 0, results: [result] })
    },
    { texts: readings, final: isFinal },
  )
}

export async function failRecognition(page: Page, error: string): Promise<void> {
  await page.evaluate((code) => window.fakeSpeech.emit('error', { error: code }), error)
}

/** Returns every recognition session of the page, the first one first. */
export function recognitionSessions(page: Page): Promise<RecognitionSession[]> {
  return page.evaluate(() => window.fakeSpeech.sessions)
}
