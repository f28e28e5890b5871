import type { Transaction } from '@ledger/contracts/http/responses.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { newIdempotencyKey } from '../../shared/api/api-client.ts'
import { isUnauthorized } from '../../shared/api/api-error.ts'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { today } from '../../shared/api/today.ts'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { storeDraft } from '../../shared/forms/form-draft.ts'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import type { FieldUser } from '../../shared/session/field-session.ts'
import { signInAgain } from '../../shared/session/sign-in-again.ts'
import { EXPENSE_DRAFT } from '../expense/expense-fields.ts'
import { words } from '../expense/screen-texts.ts'
import { outboxOf } from '../outbox/model/outbox.ts'
import { words as outboxWords } from '../outbox/ui/screen-texts.ts'
import { showBookedEntry } from '../outbox/ui/show-booked-entry.ts'
import { mayDeleteOwnExpenses } from '../transaction-dialog/edit-permissions.ts'
import { undoOfSave } from '../undo/undo-save.ts'
import { expenseAgain } from './expense-again.ts'

const AGAIN_KEY = ['recordAgain']

/**
 * Returns a function that records an expense once more, with today's date. A user who may delete it records it at once,
 * and may undo it; any other user sees the filled form first.
 */
export function useRecordAgain(user: FieldUser, onDone: () => void) {
  const t = useWords(words)
  const o = useWords(outboxWords)
  const client = useQueryClient()
  const navigate = useNavigate()
  const mutation = useMutation({
    mutationKey: AGAIN_KEY,
    mutationFn: ({ fields, key }: { fields: ReturnType<typeof expenseAgain>; key: string }) =>
      outboxOf(user.account).enqueue({ input: { kind: 'expense', fields, bills: [] }, key }),
    // The outbox retries.
    retry: false,
    onSuccess(outcome, { fields, key }) {
      showToast({
        tone: 'done',
        title: outcome.is === 'booked' ? t.done : o.kept,
        text: `${rupees(fields.amount)} · ${fields.recipient}`,
        action: undoOfSave({ user, client, key, fields, outcome }),
      })
      if (outcome.is === 'booked') void showBookedEntry(client, outcome.booked)
      onDone()
    },
    onError(error) {
      if (isUnauthorized(error)) return signInAgain()
      showToast({ tone: 'problem', title: t.error, text: t.saveFailed, reason: errorMessage(error) })
    },
  })
  return {
    isSaving: mutation.isPending,
    recordAgain(row: Transaction) {
      const fields = expenseAgain(row, today())
      const key = newIdempotencyKey()
      if (!mayDeleteOwnExpenses(user.role)) {
        storeDraft(EXPENSE_DRAFT, user.account, { key, fields })
        return void navigate({ to: '/expense' })
      }
      // A second tap can arrive before React has drawn the button as disabled.
      if (client.isMutating({ mutationKey: AGAIN_KEY }) === 0) mutation.mutate({ fields, key })
    },
  }
}
