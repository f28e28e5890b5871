import { dayOf } from '@ledger/contracts/dates.ts'
import type { Transaction } from '@ledger/contracts/shapes.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, isUnauthorized } from '../../shared/api/api-error.ts'
import { editExpense } from '../../shared/api/own-ledger.ts'
import { messageOf } from '../../shared/api/readers-words.ts'
import { recordExpense, showRecorded } from '../../shared/api/site-account.ts'
import { showToast } from '../../shared/design/toast-store.ts'
import { words } from '../../shared/entry/words.ts'
import type { DraftForm } from '../../shared/forms/use-draft-form.ts'
import { rupees } from '../../shared/language/figures.ts'
import { useWords } from '../../shared/language/words.ts'
import { signInAgain } from '../../shared/session/sign-in-again.ts'
import type { ExpenseFields } from '../expense/expense-fields.ts'

const MUTATION = ['saveTransaction']

interface Command {
  fields: ExpenseFields
  idempotencyKey: string
}

/** Books a new expense, or the change of one if it is still the revision that was opened (412 otherwise). */
export function useSaveTransaction(row: Transaction | undefined, draft: DraftForm<ExpenseFields>, onSaved: () => void) {
  const t = useWords(words)
  const client = useQueryClient()
  const [changed, setChanged] = useState(false)
  const [problem, setProblem] = useState<string>()
  const failed = row === undefined ? t.addFailed : t.updateFailed

  const mutation = useMutation({
    mutationKey: MUTATION,
    mutationFn: ({ fields: { date, ...fields }, idempotencyKey }: Command) => {
      const body = { type: 'debit', ...fields }
      if (row === undefined) return recordExpense({ body: { ...body, date }, idempotencyKey })
      // An untouched day keeps the hour and minute that the row has.
      const moved = date === dayOf(row.date) ? body : { ...body, date }
      return editExpense({ id: row.id, body: moved, idempotencyKey, ifRevision: row.revision })
    },
    onSuccess({ amount, recipient, balance }) {
      draft.close()
      const title = row === undefined ? t.added : t.updated
      showToast({ tone: 'done', title, text: `${rupees(amount)} · ${recipient}` })
      void showRecorded(client, balance)
      onSaved()
    },
    onError(error) {
      draft.refused(error)
      if (isUnauthorized(error)) return signInAgain()
      const code = error instanceof ApiError ? error.code : undefined
      if (code === 'revision_changed') return setChanged(true)
      const reason = code === 'key_reused' ? t.earlier : messageOf(error)
      setProblem(t.because(failed, reason))
      showToast({ tone: 'problem', title: t.error, text: failed, reason })
    },
  })

  return {
    saving: mutation.isPending,
    /** Somebody else was faster. */
    changed,
    /** The toast's words, for the dialog, where they stay until the next try. */
    problem,
    save(fields: ExpenseFields) {
      if (client.isMutating({ mutationKey: MUTATION }) > 0) return
      setProblem(undefined)
      mutation.mutate({ fields, idempotencyKey: draft.keyToSend() })
    },
  }
}
