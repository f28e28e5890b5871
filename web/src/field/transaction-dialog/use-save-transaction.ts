import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, isUnauthorized } from '../../shared/api/api-error.ts'
import { errorMessage, failureTitle } from '../../shared/api/error-messages.ts'
import type { FormBills } from '../../shared/bills/use-bills.ts'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { words } from '../../shared/entry/form/screen-texts.ts'
import type { DraftForm } from '../../shared/forms/use-draft-form.ts'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import type { FieldUser } from '../../shared/session/field-session.ts'
import { signInAgain } from '../../shared/session/sign-in-again.ts'
import type { ExpenseFields } from '../expense/expense-fields.ts'
import { noteSavedExpense } from '../install/show-install-offer-when-due.ts'
import { toAttachedBills } from '../outbox/model/attached-bills.ts'
import { outboxOf } from '../outbox/model/outbox.ts'
import { words as outboxWords } from '../outbox/ui/screen-texts.ts'
import { showBookedEntryInLists } from '../outbox/ui/show-booked-entry-in-lists.ts'
import { toastBookedWithoutBill } from '../outbox/ui/toast-refusals.ts'
import { undoOfSave } from '../undo/undo-save.ts'

const SAVE_TRANSACTION_KEY = ['saveTransaction']

interface SaveTransactionCommand {
  fields: ExpenseFields
  bills: FormBills
  key: string
}

interface SaveTransactionOptions {
  user: FieldUser
  /** Left out for a new expense. */
  row: Transaction | undefined
  draft: DraftForm<ExpenseFields>
  /** True where a waiting file can no longer be read, so that the form does not have it. */
  isLost: boolean
  onSaved(): void
}

/** Enters a new expense, or the edit of one if it still has the opened revision (412 otherwise). */
export function useSaveTransaction({ user, row, draft, isLost, onSaved }: SaveTransactionOptions) {
  const t = useWords(words)
  const o = useWords(outboxWords)
  const client = useQueryClient()
  const [changed, setChanged] = useState(false)
  const [problem, setProblem] = useState<string>()
  const failed = row === undefined ? t.addFailed : t.updateFailed

  const mutation = useMutation({
    mutationKey: SAVE_TRANSACTION_KEY,
    mutationFn: ({ fields, bills: { chosen, isChanged }, key }: SaveTransactionCommand) => {
      // Any change names the bills again, because uploaded files may have been deleted meanwhile.
      const isSaid = row === undefined || isChanged || isLost || chosen.some(({ is }) => is !== 'stored')
      const { bills, files } = toAttachedBills(user.account, chosen)
      const attached = isSaid ? { bills } : {}
      return outboxOf(user.account).enqueue({
        input:
          row === undefined
            ? { kind: 'expense', fields, ...attached }
            : { kind: 'edit', fields, seen: row, ...attached },
        key,
        files,
        onStored: draft.handOverToOutbox,
      })
    },
    // The outbox retries.
    retry: false,
    onSuccess(outcome, { fields, bills: { chosen }, key }) {
      const { amount, recipient } = fields
      draft.discard()
      if (row === undefined && outcome.is !== 'gone') noteSavedExpense()
      const done = row === undefined ? t.added : t.updated
      const text = `${rupees(amount)} · ${recipient.trim()}`
      if (outcome.is === 'gone') showToast({ tone: 'problem', title: t.error, text: o.sentMeanwhile })
      else if (outcome.is === 'booked' && outcome.withoutBill) toastBookedWithoutBill(outcome.withoutBill)
      else {
        const action = row === undefined ? undoOfSave({ user, client, key, fields, outcome, chosen }) : undefined
        showToast({ tone: 'done', title: outcome.is === 'booked' ? done : o.kept, text, action })
      }
      if (outcome.is === 'booked') showBookedEntryInLists(client, outcome.booked)
      onSaved()
    },
    onError(error) {
      // Without a session the entry waits in the outbox for its owner; where the phone cannot store it, it stays in the
      // form.
      if (isUnauthorized(error)) return signInAgain()
      draft.onRefused(error)
      const code = error instanceof ApiError ? error.code : undefined
      if (code === 'revision_changed') return setChanged(true)
      const reason = code === 'key_reused' ? t.earlier : errorMessage(error)
      setProblem(t.because(failed, reason))
      showToast({ tone: 'problem', title: failureTitle(t.error, error), text: failed, reason })
    },
  })

  return {
    saving: mutation.isPending,
    /** True where another user has changed the entry meanwhile. */
    changed,
    /** The text of the toast, for the dialog that shows it until the next try. */
    problem,
    save(fields: ExpenseFields, bills: FormBills) {
      if (client.isMutating({ mutationKey: SAVE_TRANSACTION_KEY }) > 0) return
      setProblem(undefined)
      mutation.mutate({ fields, bills, key: draft.keyToSend() })
    },
  }
}
