import type { SiteUser, Supervisor } from '@ledger/contracts/http/people/account-schemas.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOrFallback } from '../../shared/api/error-messages.ts'
import { refetchOfficeLists } from '../../shared/api/office-queries.ts'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { setSiteUserStatus, setSupervisorStatus } from '../api/people-queries.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { personFullName } from './person-and-site-names.ts'
import { words } from './screen-texts.ts'

/** §4: active to disabled and back, for a supervisor; and the same for a site incharge. */
export function useToggleStatus(person: SiteUser | Supervisor) {
  const t = useWords(words)
  const client = useQueryClient()
  const key = useIdempotencyKey()
  const isSupervisor = person.role === 'supervisor'
  const mutation = useMutation({
    mutationFn: (status: Supervisor['status']): Promise<SiteUser | Supervisor> =>
      (isSupervisor ? setSupervisorStatus : setSiteUserStatus)({
        id: person.id,
        body: { status },
        idempotencyKey: key.toSend(),
      }),
    onSuccess(changed) {
      key.done()
      const text =
        changed.status === 'active' ? t.nowActive(personFullName(changed)) : t.nowDisabled(personFullName(changed))
      showToast({ tone: 'done', title: t.statusUpdated, text })
      // The button stays disabled until the list is read again, so that it never offers the action that was just done.
      return refetchOfficeLists(client)
    },
    onError(error) {
      key.failed(error)
      const failed = isSupervisor ? t.statusNotUpdated : t.inchargeStatusNotUpdated
      showToast({ tone: 'problem', title: t.statusFailed, text: messageOrFallback(failed, error) })
    },
  })
  return {
    pending: mutation.isPending,
    flip: () => mutation.mutate(person.status === 'active' ? 'disabled' : 'active'),
  }
}
