import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { adminLogout, LOGOUT } from '../../shared/api/sign-in.ts'
import { showToast } from '../../shared/design/toast-store.ts'
import { useWords } from '../../shared/language/words.ts'
import { logoutProblem } from '../../shared/session/logout-problem.ts'
import { words } from './words.ts'

/** §2: an admin's logout goes to `/admin-login`. */
export function useAdminLogout() {
  const t = useWords(words)
  const client = useQueryClient()
  const navigate = useNavigate()
  const mutation = useMutation({
    ...LOGOUT,
    mutationFn: () => adminLogout(),
    async onSuccess() {
      await navigate({ to: '/admin-login' })
      client.clear()
    },
    onError: (error) => showToast({ tone: 'problem', title: t.logoutError, text: logoutProblem(error, t) }),
  })
  return { run: () => mutation.mutate(), pending: mutation.isPending }
}
