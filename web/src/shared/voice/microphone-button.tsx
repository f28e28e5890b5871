import { LoaderCircle, Mic } from 'lucide-react'
import { useWords } from '../language/in-both-languages.ts'
import { words } from './screen-texts.ts'
import { useHoldToSpeak } from './use-hold-to-speak.ts'
import type { ListeningState } from './use-listening.ts'

interface Props {
  phase: ListeningState['phase']
  /** True on a phone: the microphone listens while the button is held. Otherwise a click starts and a click ends. */
  holds: boolean
  onStart(): void
  onFinish(): void
  onCancel(): void
}

/** The large button in the dialog: yellow while it does not listen, ink with a ring while it does. */
export function MicrophoneButton({ phase, holds, onStart, onFinish, onCancel }: Props) {
  const t = useWords(words)
  const hold = useHoldToSpeak({ start: onStart, finish: onFinish, cancel: onCancel })
  const listens = phase === 'listening'
  const toggle = () => (listens ? onFinish() : onStart())
  const Icon = phase === 'working' ? LoaderCircle : Mic
  return (
    <button
      type="button"
      disabled={phase === 'working'}
      {...(holds ? hold : {})}
      onClick={(event) => {
        // A click without a pointer comes from a keyboard or a screen reader, which cannot hold a button.
        if (!holds || event.detail === 0) toggle()
      }}
      className="grid touch-none select-none justify-items-center gap-2 rounded-sheet p-2 font-heavy"
    >
      <span
        className={`grid size-24 place-items-center rounded-full border-4 ${listens ? 'border-accent bg-ink text-sheet' : 'border-accent-line bg-accent text-on-accent'}`}
      >
        <Icon className={`size-10 ${phase === 'working' ? 'animate-spin' : ''}`} aria-hidden="true" />
      </span>
      {phase === 'working' ? t.working : listens ? (holds ? t.release : t.done) : holds ? t.hold : t.start}
    </button>
  )
}
