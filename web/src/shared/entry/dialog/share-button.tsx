import type { Bill } from '@ledger/contracts/bill-schemas.ts'
import { Copy, Share2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { showToast } from '../../design/toast/toast-store.ts'
import { useWords } from '../../language/in-both-languages.ts'
import { entryWords } from './entry-words.ts'
import { canShareFiles, loadBillFiles } from './load-bill-files.ts'
import { canShare, shareText } from './share-text.ts'

const NO_BILLS: readonly Bill[] = []

interface Props {
  text: string
  /** Added to the text where the share sheet takes files. */
  bills?: readonly Bill[]
}

/**
 * Opens the phone's share sheet with a text and its bills. Where there is none, it copies the text and shows that it
 * did. Bills that could not be read do not hold up the text.
 */
export function ShareButton({ text, bills = NO_BILLS }: Props) {
  const t = useWords(entryWords)
  const [hasSheet] = useState(canShare)
  const [isLoading, setLoading] = useState(false)
  // The bills that were read for an earlier tap, under the entry's list of them.
  const loaded = useRef<{ readonly bills: readonly Bill[]; readonly files: readonly File[] }>(undefined)
  const Icon = hasSheet ? Share2 : Copy

  const filesOf = async (): Promise<readonly File[] | undefined> => {
    if (bills.length === 0 || !hasSheet || !canShareFiles()) return []
    if (loaded.current?.bills === bills) return loaded.current.files
    setLoading(true)
    const files = await loadBillFiles(bills)
    setLoading(false)
    if (files !== undefined) loaded.current = { bills, files }
    return files
  }
  const send = async () => {
    const files = await filesOf()
    const became = await shareText(text, files)
    if (became === 'copied') showToast({ tone: 'done', title: t.copied })
    else if (became === 'failed') showToast({ tone: 'problem', title: t.notCopied })
    else if (became === 'late') showToast({ tone: 'done', title: t.tapAgain })
    else if (files === undefined) showToast({ tone: 'problem', title: t.withoutBill })
  }
  return (
    <Button kind="secondary" disabled={isLoading} onClick={() => void send()} className="col-span-full">
      <Icon className="size-5 shrink-0" aria-hidden="true" />
      {isLoading ? t.addingBill : hasSheet ? t.share : t.copy}
    </Button>
  )
}
