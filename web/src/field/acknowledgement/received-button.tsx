import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { words } from './screen-texts.ts'

interface Props {
  row: Transaction
  who: string
  /** As rupees. */
  amount: string
}

/**
 * The button by which a receiver says that a transfer has come, over the button that opens the row. Its action is
 * loaded when it is pressed, so that the balance does not wait for it.
 */
export function ReceivedButton({ row, who, amount }: Props) {
  const t = useWords(words)
  const client = useQueryClient()
  const [isPending, setPending] = useState(false)
  const send = async () => {
    setPending(true)
    const loaded = await import('./acknowledge-transfer.ts').catch(() => undefined)
    if (loaded) await loaded.acknowledgeTransfer(client, row, t)
    else showToast({ tone: 'problem', title: t.failed, text: t.needsNetwork })
    setPending(false)
  }
  return (
    <button
      type="button"
      aria-label={t.receivedRow(who, amount)}
      disabled={isPending}
      onClick={() => void send()}
      className="relative -mr-2 mb-2 tiny:mr-0 mt-auto min-h-11 self-end rounded-brick border border-edge bg-sheet px-3 text-small hover:border-ink disabled:text-ink-soft"
    >
      {t.received}
    </button>
  )
}
