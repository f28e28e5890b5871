import { Copy, Share2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { showToast } from '../../design/toast/toast-store.ts'
import { useWords } from '../../language/in-both-languages.ts'
import { entryWords } from './entry-words.ts'
import { canShare, shareText } from './share-text.ts'

/** Opens the phone's share sheet with a text. Where there is none, it copies the text and shows that it did. */
export function ShareButton({ text }: { text: string }) {
  const t = useWords(entryWords)
  const [hasSheet] = useState(canShare)
  const Icon = hasSheet ? Share2 : Copy
  const send = async () => {
    const became = await shareText(text)
    if (became === 'copied') showToast({ tone: 'done', title: t.copied })
    if (became === 'failed') showToast({ tone: 'problem', title: t.notCopied })
  }
  return (
    <Button kind="secondary" onClick={() => void send()} className="col-span-full">
      <Icon className="size-5 shrink-0" aria-hidden="true" />
      {hasSheet ? t.share : t.copy}
    </Button>
  )
}
