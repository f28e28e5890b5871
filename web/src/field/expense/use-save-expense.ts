import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError, isUnauthorized } from '../../shared/api/api-error.ts'
import { messageOf } from '../../shared/api/readers-words.ts'
import type { ChosenBill } from '../../shared/bills/use-bills.ts'
import { showToast } from '../../shared/design/toast-store.ts'
import type { DraftForm } from '../../shared/forms/use-draft-form.ts'
import { rupees } from '../../shared/language/figures.ts'
import { useWords } from '../../shared/language/words.ts'
import { type FieldUser, homeOf } from '../../shared/session/session.ts'
import { signInAgain } from '../../shared/session/sign-in-again.ts'
import { attach } from '../outbox/attach.ts'
import { outboxOf } from '../outbox/outbox.ts'
import { showBooked } from '../outbox/show-booked.ts'
import { words as outboxWords } from '../outbox/words.ts'
import type { ExpenseFields } from './expense-fields.ts'
import type { SaveState } from './save-indicator.tsx'
import { words } from './words.ts'

const MUTATION = ['recordExpense']
/** §9: the delay before the screen returns to the dashboard after a successful save. */
const LEAVE_AFTER_MS = 1000

interface Command {
  fields: ExpenseFields
  chosen: readonly ChosenBill[]
  key: string
}

/** Enters the draft under its own key: it is booked once, however often Save is tapped or the page is reloaded. */
export function useSaveExpense(user: FieldUser, draft: DraftForm<ExpenseFields>) {
  const t = useWords(words)
  const o = useWords(outboxWords)
  const client = useQueryClient()
  const navigate = useNavigate()
  const [saved, setSaved] = useState<SaveState & ('saved' | 'waiting')>()
  const home = homeOf(user.role)

  useEffect(() => {
    if (saved === undefined) return
    const leaving = setTimeout(() => void navigate({ to: home }), LEAVE_AFTER_MS)
    // A user who leaves the screen earlier stays on the screen that they chose.
    return () => clearTimeout(leaving)
  }, [saved, navigate, home])

  const mutation = useMutation({
    mutationKey: MUTATION,
    mutationFn: ({ fields, chosen, key }: Command) => {
      const { bills, files } = attach(user.account, chosen)
      return outboxOf(user.account).enter({
        given: { kind: 'expense', fields, bills },
        key,
        files,
        onKept: draft.handOver,
      })
    },
    // The outbox retries.
    retry: false,
    onSuccess(outcome, { fields: { amount, recipient } }) {
      const isBooked = outcome.is === 'booked'
      setSaved(isBooked ? 'saved' : 'waiting')
      draft.close()
      showToast({ tone: 'done', title: isBooked ? t.done : o.kept, text: `${rupees(amount)} · ${recipient.trim()}` })
      if (isBooked) void showBooked(client, outcome.booked)
    },
    onError(error) {
      // Without a session the entry waits in the outbox for its owner; where the phone cannot store it, it stays in the
      // form.
      if (isUnauthorized(error)) return signInAgain()
      draft.refused(error)
      const earlier = error instanceof ApiError && error.code === 'key_reused'
      showToast({ tone: 'problem', title: t.error, text: t.failed, reason: earlier ? t.earlier : messageOf(error) })
    },
  })

  return {
    saving: mutation.isPending,
    saved,
    save(fields: ExpenseFields, chosen: readonly ChosenBill[]) {
      // A second tap can arrive before React has drawn the button as disabled.
      if (saved || client.isMutating({ mutationKey: MUTATION }) > 0) return
      mutation.mutate({ fields, chosen, key: draft.keyToSend() })
    },
  }
}
