import { Mic } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { showToast } from '../design/toast/toast-store.ts'
import { useWords } from '../language/in-both-languages.ts'
import { words } from './screen-texts.ts'
import type { VoiceDialogProps } from './voice-dialog.tsx'

export interface VoiceButtonProps {
  /** The field's label. */
  field: string
  kind: 'amount' | 'text'
  /** An amount as typed ("1550.50", §5: only its digits), or the words as they were understood. */
  onHeard(text: string): void
  className?: string
}

const loadVoiceDialog = () => import('./voice-dialog.tsx')

/** The microphone beside a field. The dialog and the number words load when it is first used. */
export function VoiceButton({ field, kind, onHeard, className = '' }: VoiceButtonProps) {
  const t = useWords(words)
  const [open, setOpen] = useState<{ Dialog: ComponentType<VoiceDialogProps> }>()
  const [said, setSaid] = useState('')

  const ask = async () => {
    setSaid('')
    try {
      const { VoiceDialog } = await loadVoiceDialog()
      setOpen({ Dialog: VoiceDialog })
    } catch (error) {
      console.error(error)
      showToast({ tone: 'problem', title: t.notStarted })
    }
  }
  return (
    <>
      <button
        type="button"
        aria-label={t.speak(field)}
        onPointerEnter={() => void loadVoiceDialog().catch(console.warn)}
        onClick={() => void ask()}
        className={`grid min-h-12 min-w-12 shrink-0 place-items-center rounded-brick border border-edge bg-sheet hover:border-ink active:bg-ground disabled:border-rule disabled:text-ink-soft ${className}`}
      >
        <Mic className="size-6" aria-hidden="true" />
      </button>
      <span role="status" className="sr-only">
        {said}
      </span>
      {open === undefined ? null : (
        <open.Dialog
          field={field}
          kind={kind}
          onClose={() => setOpen(undefined)}
          onHeard={(text) => {
            setOpen(undefined)
            setSaid(t.filled(field, text))
            onHeard(text)
          }}
        />
      )}
    </>
  )
}
