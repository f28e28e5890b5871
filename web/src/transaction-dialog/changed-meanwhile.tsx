import { dayOf } from '@ledger/contracts/dates.ts'
import type { Transaction } from '@ledger/contracts/shapes.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { isUnauthorized } from '../api/api-error.ts'
import { readAgain } from '../api/own-ledger.ts'
import { messageOf } from '../api/readers-words.ts'
import { Button } from '../design/button.tsx'
import { showToast } from '../design/toast-store.ts'
import { useWords } from '../language/words.ts'
import { signInAgain } from '../session/sign-in-again.ts'
import { words } from './words.ts'

interface Props {
  row: Transaction
  text: string
  onNewer(row: Transaction): void
  onGone(): void
}

/** After a 412: what happened in plain words, and the row as it is now for the next try. What was typed stays until then. */
export function ChangedMeanwhile({ row, text, onNewer, onGone }: Props) {
  const t = useWords(words)
  const client = useQueryClient()
  const reading = useMutation({
    mutationFn: () => readAgain(row, dayOf(row.date)),
    onSuccess(newer) {
      void client.invalidateQueries({ queryKey: ['/api/site/transactions'] })
      if (newer !== undefined) return onNewer(newer)
      showToast({ tone: 'problem', title: t.error, text: t.gone })
      onGone()
    },
    onError(error) {
      if (isUnauthorized(error)) return signInAgain()
      showToast({ tone: 'problem', title: t.error, text: messageOf(error) })
    },
  })
  return (
    <div role="alert" className="mt-6 grid gap-3 rounded-brick border-2 border-debit bg-debit-wash p-4">
      <p className="flex items-start gap-2 font-strong">
        <TriangleAlert className="mt-0.5 size-5 shrink-0 text-debit" aria-hidden="true" />
        {text}
      </p>
      <Button kind="secondary" disabled={reading.isPending} onClick={() => reading.mutate()}>
        {t.reload}
      </Button>
    </div>
  )
}
