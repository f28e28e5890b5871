import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { ReceiptIndianRupee } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { Button } from '../../design/controls/button.tsx'
import { showToast } from '../../design/toast/toast-store.ts'
import { useWords } from '../../language/in-both-languages.ts'
import type { AccountHolder } from '../dialog/entry-as-text.ts'
import type { ReceiptDialogProps } from './receipt-dialog.tsx'
import { words } from './screen-texts.ts'

interface Props {
  /** The giver's row of a transfer. */
  row: Transaction
  giver: AccountHolder
  mobile?: string | undefined
}

/** Opens the receipt of a transfer, whose code is loaded then. */
export function ReceiptButton({ row, giver, mobile }: Props) {
  const t = useWords(words)
  const [opened, setOpened] = useState<{ Opened: ComponentType<ReceiptDialogProps> }>()
  const open = async () => {
    const loaded = await import('./receipt-dialog.tsx').catch(console.warn)
    if (loaded) setOpened({ Opened: loaded.ReceiptDialog })
    else showToast({ tone: 'problem', title: t.error, text: t.notLoaded })
  }
  return (
    <>
      <Button kind="secondary" onClick={() => void open()} className="col-span-full">
        <ReceiptIndianRupee className="size-5 shrink-0" aria-hidden="true" />
        {t.share}
      </Button>
      {opened === undefined ? null : (
        <opened.Opened row={row} giver={giver} mobile={mobile} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}
