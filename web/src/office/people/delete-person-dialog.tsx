import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { messageOrFallback } from '../../shared/api/error-messages.ts'
import { refetchOfficeLists } from '../../shared/api/office-queries.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { Dialog } from '../../shared/design/dialog/dialog.tsx'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { RefusalMessage } from '../controls/refusal-message.tsx'
import { words } from './screen-texts.ts'

interface Props {
  title: string
  id: string
  name: string
  /** Shown under the name: the site, the number, the balance. */
  details: string
  remove(sent: { id: string; idempotencyKey: string }): Promise<unknown>
  done: string
  failed: string
  onClose(): void
}

const DELETE_PERSON_KEY = ['deletePerson']

/** §5: asks before a person is deleted, and says that it cannot be undone. */
export function DeletePersonDialog({ title, id, name, details, remove, done, failed, onClose }: Props) {
  const t = useWords(words)
  const client = useQueryClient()
  const key = useIdempotencyKey()
  const deletion = useMutation({
    mutationKey: DELETE_PERSON_KEY,
    mutationFn: () => remove({ id, idempotencyKey: key.toSend() }),
    onSuccess() {
      showToast({ tone: 'done', title: done, text: name })
      onClose()
      void refetchOfficeLists(client)
    },
    onError(error) {
      key.failed(error)
      showToast({ tone: 'problem', title: t.deleteFailed, text: messageOrFallback(failed, error) })
    },
  })
  return (
    <Dialog title={title} onClose={() => (deletion.isPending ? undefined : onClose())}>
      <p className="font-heavy text-lead">{t.sureIncharge(name)}</p>
      <p className="mt-1 font-strong text-debit">{t.undone}</p>
      <p className="mt-1 text-ink-soft">{t.historyStays}</p>
      <p className="mt-4 rounded-brick border border-rule bg-ground p-4">
        <span className="block font-strong">{name}</span>
        <span className="block break-words text-ink-soft text-small">{details}</span>
      </p>
      <RefusalMessage error={deletion.error} />
      <div className="mt-6 grid grid-cols-2 tiny:grid-cols-1 gap-3">
        <Button kind="secondary" disabled={deletion.isPending} onClick={onClose} className="min-h-14">
          {t.cancel}
        </Button>
        <Button
          kind="danger"
          disabled={deletion.isPending}
          onClick={() => {
            if (client.isMutating({ mutationKey: DELETE_PERSON_KEY }) === 0) deletion.mutate()
          }}
          className="min-h-14"
        >
          <Trash2 className="size-5" aria-hidden="true" />
          {deletion.isPending ? t.deleting : t.delete}
        </Button>
      </div>
    </Dialog>
  )
}
