import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { adminLogout, LOGOUT_MUTATION } from '../../shared/api/sign-in-calls.ts'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { logoutErrorSentence } from '../../shared/session/logout-error-text.ts'
import { forgetUnsentTexts } from '../controls/use-unsent-text.ts'
import { words } from '../dashboard/screen-texts.ts'

/** §2: an admin's logout goes to `/admin-login`. */
export function useAdminLogout() {
  const t = useWords(words)
  const client = useQueryClient()
  const navigate = useNavigate()
  const mutation = useMutation({
    ...LOGOUT_MUTATION,
    mutationFn: () => adminLogout(),
    async onSuccess() {
      await navigate({ to: '/admin-login' })
      client.clear()
      forgetUnsentTexts()
    },
    onError: (error) => showToast({ tone: 'problem', title: t.logoutError, text: logoutErrorSentence(error, t) }),
  })
  return { run: () => mutation.mutate(), pending: mutation.isPending }
}
