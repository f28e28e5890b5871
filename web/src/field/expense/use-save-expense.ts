import type { SessionUser } from '@ledger/contracts/shapes.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, isUnauthorized } from '../../shared/api/api-error.ts'
import { messageOf } from '../../shared/api/readers-words.ts'
import { recordExpense, showRecorded } from '../../shared/api/site-account.ts'
import { showToast } from '../../shared/design/toast-store.ts'
import type { DraftForm } from '../../shared/forms/use-draft-form.ts'
import { rupees } from '../../shared/language/figures.ts'
import { useWords } from '../../shared/language/words.ts'
import { homeOf } from '../../shared/session/session.ts'
import { signInAgain } from '../../shared/session/sign-in-again.ts'
import type { ExpenseFields } from './expense-fields.ts'
import { words } from './words.ts'

const MUTATION = ['recordExpense']
/** §9: the way back after a successful save. */
const LEAVE_AFTER_MS = 1000

/** Books the draft under its own key: however often Save is tapped or the page reloaded, it is booked once. */
export function useSaveExpense(user: SessionUser, draft: DraftForm<ExpenseFields>) {
  const t = useWords(words)
  const client = useQueryClient()
  const navigate = useNavigate()
  const [saved, setSaved] = useState(false)

  const mutation = useMutation({
    mutationKey: MUTATION,
    mutationFn: ({ fields, idempotencyKey }: { fields: ExpenseFields; idempotencyKey: string }) =>
      recordExpense({ body: { type: 'debit', ...fields }, idempotencyKey }),
    onSuccess({ amount, recipient, balance }) {
      setSaved(true)
      draft.close()
      showToast({ tone: 'done', title: t.done, text: `${rupees(amount)} · ${recipient}` })
      void showRecorded(client, balance)
      setTimeout(() => void navigate({ to: homeOf(user.role) }), LEAVE_AFTER_MS)
    },
    onError(error) {
      draft.refused(error)
      if (isUnauthorized(error)) return signInAgain()
      const earlier = error instanceof ApiError && error.code === 'key_reused'
      showToast({ tone: 'problem', title: t.error, text: t.failed, reason: earlier ? t.earlier : messageOf(error) })
    },
  })

  return {
    saving: mutation.isPending,
    saved,
    save(fields: ExpenseFields) {
      // A second tap comes before React has drawn the button as disabled.
      if (saved || client.isMutating({ mutationKey: MUTATION }) > 0) return
      mutation.mutate({ fields, idempotencyKey: draft.keyToSend() })
    },
  }
}
