import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { newIdempotencyKey } from '../../shared/api/api-client.ts'
import { ApiError, isUnauthorized, outcomeUnknown } from '../../shared/api/api-error.ts'
import { errorMessage, failureTitle } from '../../shared/api/error-messages.ts'
import { balanceQuery } from '../../shared/api/field-queries.ts'
import { today } from '../../shared/api/today.ts'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { storeDraft } from '../../shared/forms/form-draft.ts'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import type { FieldUser } from '../../shared/session/field-session.ts'
import { signInAgain } from '../../shared/session/sign-in-again.ts'
import { deleteDraftBills } from '../expense/draft-bill-storage.ts'
import { type ExpenseFields, expenseDraftOf } from '../expense/expense-fields.ts'
import { negativeBalanceAfter } from '../expense/negative-balance-after.ts'
import { words } from '../expense/screen-texts.ts'
import { outboxOf } from '../outbox/model/outbox.ts'
import { words as outboxWords } from '../outbox/ui/screen-texts.ts'
import { showBookedEntryInLists } from '../outbox/ui/show-booked-entry-in-lists.ts'
import { usePendingEntries } from '../outbox/ui/use-pending-entries.ts'
import { mayDeleteOwnExpenses } from '../transaction-dialog/edit-permissions.ts'
import { undoOfSave } from '../undo/undo-save.ts'
import { copiedExpenseFields } from './copied-expense-fields.ts'

interface Copy {
  readonly key: string
  readonly enteredAt: string
  readonly fields: ExpenseFields
}

/**
 * The copies whose outcome is not known, by the ids of the entries that were copied: a second try must not record one
 * twice, also after the sheet was closed and opened. It is the same request, or the ledger would refuse its key.
 */
const openCopies = new Map<string, Copy>()

/**
 * Returns a function that records an expense once more, with today's date. A user who may delete it records it at once,
 * and may undo it. Any other user sees the filled form first, and so does everybody where the form has a warning: that
 * the balance becomes negative.
 */
export function useRecordAgain(user: FieldUser, row: Transaction, onDone: () => void) {
  const t = useWords(words)
  const o = useWords(outboxWords)
  const client = useQueryClient()
  const navigate = useNavigate()
  const mutationKey = ['recordAgain', row.id]
  const mutation = useMutation({
    mutationKey,
    mutationFn: ({ fields, key, enteredAt }: Copy) =>
      outboxOf(user.account).enqueue({ input: { kind: 'expense', fields, bills: [] }, key, enteredAt }),
    // The outbox retries.
    retry: false,
    onSuccess(outcome, { fields, key }) {
      openCopies.delete(row.id)
      showToast({
        tone: 'done',
        title: outcome.is === 'booked' ? t.done : o.kept,
        text: `${rupees(fields.amount)} · ${fields.recipient}`,
        action: undoOfSave({ user, client, key, fields, outcome }),
      })
      if (outcome.is === 'booked') showBookedEntryInLists(client, outcome.booked)
    },
    onError(error) {
      // Without a session the entry waits in the outbox for its owner.
      if (isUnauthorized(error)) {
        openCopies.delete(row.id)
        return signInAgain()
      }
      if (error instanceof ApiError && !outcomeUnknown(error)) openCopies.delete(row.id)
      showToast({
        tone: 'problem',
        title: failureTitle(t.error, error),
        text: t.saveFailed,
        reason: errorMessage(error),
      })
    },
  })
  return {
    isSaving: useIsMutating({ mutationKey }) > 0,
    recordAgain() {
      const fields = copiedExpenseFields(row, today())
      const open = openCopies.get(row.id)
      const isWarned =
        negativeBalanceAfter(
          client.getQueryData(balanceQuery.queryKey),
          usePendingEntries.getState().entries,
          fields.amount,
        ) !== undefined
      // A copy whose outcome is not known may be recorded already: the form would record another.
      if (!mayDeleteOwnExpenses(user.role) || (isWarned && open === undefined)) {
        // A draft of its own, so that an expense that is half entered stays, with its photos.
        const name = expenseDraftOf(row.id)
        deleteDraftBills(name)
        storeDraft(name, user.account, { key: newIdempotencyKey(), fields })
        return void navigate({ to: '/expense', search: { again: row.id } })
      }
      // A second tap can arrive before React has drawn the button as disabled.
      if (client.isMutating({ mutationKey }) > 0) return
      const copy = open ?? { key: newIdempotencyKey(), enteredAt: new Date().toISOString(), fields }
      openCopies.set(row.id, copy)
      // Called only while this entry's sheet is open.
      mutation.mutate(copy, { onSuccess: onDone })
    },
  }
}
