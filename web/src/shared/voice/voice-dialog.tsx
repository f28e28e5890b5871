import { useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { FormFieldError } from '../design/controls/form-field.tsx'
import { RadioChoice } from '../design/controls/radio-choice.tsx'
import { Dialog } from '../design/dialog/dialog.tsx'
import { currentLanguage, useWords } from '../language/in-both-languages.ts'
import type { Language } from '../language/language-setting.ts'
import { MicrophoneButton } from './microphone-button.tsx'
import { isMobileDevice } from './mobile-device.ts'
import { parseSpokenAmount } from './parse-spoken-amount.ts'
import { words } from './screen-texts.ts'
import { useListening } from './use-listening.ts'

export interface VoiceDialogProps {
  /** The field's label. */
  field: string
  /** `sentence`: for several fields at once. */
  kind: 'amount' | 'text' | 'sentence'
  /**
   * Called with an amount as typed ("1550.50"), or the words as they were understood.
   * @param readings all texts that the words may be, the likeliest first
   */
  onHeard(text: string, readings: readonly string[]): void
  onClose(): void
}

/**
 * The last chosen language, used for the next field, because many read English and speak Hindi. Switching the language
 * of the app resets it.
 */
let lastSpokenLanguage: { readonly reading: Language; readonly spoken: Language } | undefined

function initialSpokenLanguage(): Language {
  const reading = currentLanguage()
  return lastSpokenLanguage?.reading === reading ? lastSpokenLanguage.spoken : reading
}

/** §2, the voice-input dialog. On a desk it listens at once; on a phone while its button is held. */
export function VoiceDialog({ field, kind, onHeard, onClose }: VoiceDialogProps) {
  const t = useWords(words)
  const name = useId()
  const [holds] = useState(isMobileDevice)
  const [language, setLanguage] = useState(initialSpokenLanguage)
  const [problem, setProblem] = useState<string>()
  const listening = useListening((readings) => {
    const text =
      kind === 'amount' ? readings.map(parseSpokenAmount).find((amount) => amount !== undefined) : readings[0]
    if (text === undefined) setProblem(t.notAmount(readings[0] ?? ''))
    else onHeard(text, readings)
  })
  const { state } = listening
  const start = (spoken: Language) => {
    setProblem(undefined)
    listening.start(spoken)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    if (!holds) start(language)
  }, [])

  const error = state.phase === 'error' ? t[state.error] : state.phase === 'idle' ? problem : undefined
  // The dialog is outside the form that it fills, because Enter on a radio there would send the form.
  return createPortal(
    <Dialog title={t.speak(field)} onClose={onClose}>
      <div className="grid justify-items-center gap-4 text-center">
        <div>
          <p className="font-heavy text-lead">{t.prompt}</p>
          {kind === 'text' ? null : (
            <p className="text-ink-soft">{kind === 'amount' ? t.example : t.sentenceExample}</p>
          )}
        </div>
        <fieldset className="w-full">
          <legend className="sr-only">{t.spokenIn}</legend>
          <div className="grid grid-cols-2 tiny:grid-cols-1 gap-2">
            {(['hi', 'en'] as const).map((spoken) => (
              <RadioChoice
                key={spoken}
                name={name}
                checked={language === spoken}
                onChange={() => {
                  lastSpokenLanguage = { reading: currentLanguage(), spoken }
                  setLanguage(spoken)
                  if (holds) listening.cancel()
                  else start(spoken)
                }}
              >
                <span lang={spoken} className="font-switch">
                  {spoken === 'hi' ? 'हिंदी' : 'English'}
                </span>
              </RadioChoice>
            ))}
          </div>
        </fieldset>
        <MicrophoneButton
          phase={state.phase}
          holds={holds}
          onStart={() => start(language)}
          onFinish={listening.finish}
          onCancel={() => {
            listening.cancel()
            setProblem(t.tooShort)
          }}
        />
        <p className="line-clamp-3 min-h-7 text-lead" data-testid="heard">
          {'interim' in state ? state.interim : ''}
        </p>
        <p role="status" className="sr-only">
          {state.phase === 'listening' ? t.listening : state.phase === 'working' ? t.working : ''}
        </p>
        <div role="alert">
          <FormFieldError id={`${name}-error`} error={error} />
        </div>
        <p className="text-ink-soft text-small">
          {t.limit} {t.vendor}
        </p>
      </div>
    </Dialog>,
    document.body,
  )
}
