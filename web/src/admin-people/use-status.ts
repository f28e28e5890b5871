import type { Supervisor } from '@ledger/contracts/shapes.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { setSupervisorStatus } from '../admin-calls/people.ts'
import { useCommandKey } from '../admin-calls/use-command-key.ts'
import { nameOf } from '../admin-dashboard/name-of.ts'
import { readAllAgain } from '../api/office.ts'
import { messageOr } from '../api/readers-words.ts'
import { showToast } from '../design/toast-store.ts'
import { useWords } from '../language/words.ts'
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
      // The button waits for the list, so that it never offers what was just done.
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
