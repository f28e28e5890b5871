import type { Supervisor } from '@ledger/contracts/shapes.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { readAllAgain } from '../../shared/api/office.ts'
import { messageOr } from '../../shared/api/readers-words.ts'
import { showToast } from '../../shared/design/toast-store.ts'
import { useWords } from '../../shared/language/words.ts'
import { setSupervisorStatus } from '../calls/people.ts'
import { useCommandKey } from '../calls/use-command-key.ts'
import { nameOf } from '../dashboard/name-of.ts'
import { words } from './words.ts'

/** §4: active to disabled and back. */
export function useStatus(supervisor: Supervisor) {
  const t = useWords(words)
  const client = useQueryClient()
  const key = useCommandKey()
  const mutation = useMutation({
    mutationFn: (status: Supervisor['status']) =>
      setSupervisorStatus({ id: supervisor.id, body: { status }, idempotencyKey: key.toSend() }),
    onSuccess(changed) {
      key.done()
      const text = changed.status === 'active' ? t.nowActive(nameOf(changed)) : t.nowDisabled(nameOf(changed))
      showToast({ tone: 'done', title: t.statusUpdated, text })
      // The button stays disabled until the list is read again, so that it never offers the action that was just done.
      return readAllAgain(client)
    },
    onError(error) {
      key.failed(error)
      showToast({ tone: 'problem', title: t.statusFailed, text: messageOr(t.statusNotUpdated, error) })
    },
  })
  return {
    pending: mutation.isPending,
    flip: () => mutation.mutate(supervisor.status === 'active' ? 'disabled' : 'active'),
  }
}
