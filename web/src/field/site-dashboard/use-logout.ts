import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { showToast } from '../../shared/design/toast-store.ts'
import { useWords } from '../../shared/language/words.ts'
import { logoutProblem } from '../../shared/session/logout-problem.ts'
import { words } from './words.ts'

/**
 * §2: posts to the server, clears the session user, goes to `/`. If the server did not receive it, the user stays
 * signed in.
 */
export function useLogout() {
  const t = useWords(words)
  const client = useQueryClient()
  const navigate = useNavigate()
  const [pending, setPending] = useState(false)
  const run = async () => {
    setPending(true)
    try {
      const { signOut } = await import('./sign-out.ts')
      await signOut(client, () => navigate({ to: '/' }))
    } catch (error) {
      showToast({ tone: 'problem', title: t.logoutError, text: logoutProblem(error, t) })
      setPending(false)
    }
  }
  return { run: () => void run(), pending }
}
