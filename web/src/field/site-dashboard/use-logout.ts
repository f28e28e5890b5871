import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { siteLogout } from '../../shared/api/sign-in.ts'
import { showToast } from '../../shared/design/toast-store.ts'
import { useWords } from '../../shared/language/words.ts'
import { useSession } from '../../shared/session/session.ts'
import { words } from './words.ts'

/** §2: posts to the server, clears the session user, goes to `/`. If the server was not told, nobody is signed out. */
export function useLogout() {
  const t = useWords(words)
  const client = useQueryClient()
  const navigate = useNavigate()
  const mutation = useMutation({
    mutationFn: () => siteLogout(),
    async onSuccess() {
      await navigate({ to: '/' })
      useSession.getState().leave()
      client.clear()
    },
    onError: () => showToast({ tone: 'problem', title: t.logoutError, text: t.logoutErrorText }),
  })
  return { run: () => mutation.mutate(), pending: mutation.isPending }
}
