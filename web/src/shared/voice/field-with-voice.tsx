import type { ReactNode } from 'react'
import { canListen } from './speech-recognition-support.ts'
import { VoiceButton, type VoiceButtonProps } from './voice-button.tsx'

interface Props extends Omit<VoiceButtonProps, 'className'> {
  /** The field itself. */
  children: ReactNode
  /** True where the field has several lines: the microphone is then beside the first. */
  tall?: boolean
}

/**
 * A field and the microphone that fills it (§1: on expense and transfer fields); the field alone where the browser
 * recognises no speech, which NoVoiceNote says once in the form.
 */
export function FieldWithVoice({ children, tall = false, ...voice }: Props) {
  if (!canListen()) return children
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
      {children}
      <VoiceButton {...voice} className={tall ? 'self-start' : ''} />
    </div>
  )
}
