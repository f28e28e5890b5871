import { Mic } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { Button } from '../design/controls/button.tsx'
import { showToast } from '../design/toast/toast-store.ts'
import { useWords } from '../language/in-both-languages.ts'
import { words } from './screen-texts.ts'
import { words as sentenceWords } from './sentence/screen-texts.ts'
import type { SentenceDialogsProps } from './sentence/sentence-dialogs.tsx'
import { canListen } from './speech-recognition-support.ts'

/**
 * The microphone that fills several fields from one sentence; nothing where the browser recognises no speech. Its
 * dialogs and the reading of sentences load when it is first used.
 */
export function VoiceSentenceButton(props: Omit<SentenceDialogsProps, 'onClose'>) {
  const t = useWords(words)
  const s = useWords(sentenceWords)
  const [open, setOpen] = useState<{ Dialogs: ComponentType<SentenceDialogsProps> }>()
  if (!canListen()) return null
  const ask = async () => {
    try {
      const { SentenceDialogs } = await import('./sentence/sentence-dialogs.tsx')
      setOpen({ Dialogs: SentenceDialogs })
    } catch (error) {
      console.error(error)
      showToast({ tone: 'problem', title: t.notStarted })
    }
  }
  return (
    <>
      <Button kind="secondary" onClick={() => void ask()} className="w-full">
        <Mic className="size-5" aria-hidden="true" />
        {s.speak}
      </Button>
      {open === undefined ? null : <open.Dialogs {...props} onClose={() => setOpen(undefined)} />}
    </>
  )
}
