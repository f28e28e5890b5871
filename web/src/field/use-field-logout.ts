import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { showToast } from '../shared/design/toast/toast-store.ts'
import { useWords } from '../shared/language/in-both-languages.ts'
import { logoutErrorSentence } from '../shared/session/logout-error-text.ts'
import { words } from './site-dashboard/screen-texts.ts'

/**
 * §2: posts to the server, clears the session user, goes to `/`. If the server did not receive it, the user stays
 * signed in.
 */
export function useFieldLogout() {
  const t = useWords(words)
  const client = useQueryClient()
  const navigate = useNavigate()
  const [pending, setPending] = useState(false)
  const run = async () => {
    setPending(true)
    try {
      const { logOutOfField } = await import('./log-out-of-field.ts')
      await logOutOfField(client, () => navigate({ to: '/' }))
    } catch (error) {
      showToast({ tone: 'problem', title: t.logoutError, text: logoutErrorSentence(error, t) })
      setPending(false)
    }
  }
  return { run: () => void run(), pending }
}
