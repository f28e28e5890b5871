import { useMutation } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { errorMessage } from '../../api/error-messages.ts'
import { Button } from '../../design/controls/button.tsx'
import { showToast } from '../../design/toast/toast-store.ts'
import { useWords } from '../../language/in-both-languages.ts'
import { words } from './screen-texts.ts'

interface Props<Row> {
  text: string
  /** Returns the row as it is now, which its lists show, too; undefined where it was deleted meanwhile. */
  readAgain(): Promise<Row | undefined>
  onNewer(row: Row): void
  onGone(): void
  /** @returns whether the failure was handled */
  onFailed?(error: Error): boolean
}

/**
 * After a 412, explains in plain words what happened, and fetches the current row for the next try. The typed values
 * stay until then.
 */
export function EditConflictNotice<Row>({ text, readAgain, onNewer, onGone, onFailed }: Props<Row>) {
  const t = useWords(words)
  const reading = useMutation({
    mutationFn: readAgain,
    onSuccess(newer) {
      if (newer !== undefined) return onNewer(newer)
      showToast({ tone: 'problem', title: t.error, text: t.gone })
      onGone()
    },
    onError(error) {
      if (onFailed?.(error) !== true) showToast({ tone: 'problem', title: t.error, text: errorMessage(error) })
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
