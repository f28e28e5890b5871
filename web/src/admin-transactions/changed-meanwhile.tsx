import type { CompanyTransaction } from '@ledger/contracts/shapes.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { readAgain } from '../admin-calls/money.ts'
import { readAllAgain } from '../api/office.ts'
import { messageOf } from '../api/readers-words.ts'
import { Button } from '../design/button.tsx'
import { showToast } from '../design/toast-store.ts'
import { useWords } from '../language/words.ts'
import { words } from '../transaction-dialog/words.ts'

interface Props {
  row: CompanyTransaction
  text: string
  onNewer(row: CompanyTransaction): void
  onGone(): void
}

/** After a 412: what happened in plain words, and the row as it is now for the next try. What was typed stays until then. */
export function ChangedMeanwhile({ row, text, onNewer, onGone }: Props) {
  const t = useWords(words)
  const client = useQueryClient()
  const reading = useMutation({
    mutationFn: () => readAgain(row),
    onSuccess(newer) {
      void readAllAgain(client)
      if (newer !== undefined) return onNewer(newer)
      showToast({ tone: 'problem', title: t.error, text: t.gone })
      onGone()
    },
    onError: (error) => showToast({ tone: 'problem', title: t.error, text: messageOf(error) }),
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
