import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newIdempotencyKey } from '../../shared/api/api-client.ts'
import { ApiError, isRefused, isUnauthorized } from '../../shared/api/api-error.ts'
import { errorMessage, failureTitle } from '../../shared/api/error-messages.ts'
import { entryQuery, showOwnChange } from '../../shared/api/own-transaction-queries.ts'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { words } from '../../shared/entry/form/screen-texts.ts'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import type { FieldUser } from '../../shared/session/field-session.ts'
import { outboxOf } from '../outbox/model/outbox.ts'
import { words as outboxWords } from '../outbox/ui/screen-texts.ts'
import { showBookedEntryInLists } from '../outbox/ui/show-booked-entry-in-lists.ts'
import { readReplacedEntry, undoOfDeletion } from '../undo/undo-deletion.ts'

const DELETE_TRANSACTION_KEY = ['deleteTransaction']

/** Deletes the shown revision, under one key until it is refused. */
export function useDeleteTransaction(user: FieldUser, row: Transaction, onDone: () => void) {
  const t = useWords(words)
  const o = useWords(outboxWords)
  const client = useQueryClient()
  const [key, setKey] = useState(newIdempotencyKey)
  const [changed, setChanged] = useState(false)
  const [problem, setProblem] = useState<string>()

  const mutation = useMutation({
    mutationKey: DELETE_TRANSACTION_KEY,
    async mutationFn() {
      const replaced = await readReplacedEntry(user.account, row)
      const outcome = await outboxOf(user.account).enqueue({ input: { kind: 'deletion', seen: row }, key })
      return { outcome, replaced }
    },
    // The outbox retries.
    retry: false,
    onSuccess({ outcome, replaced }) {
      const action = undoOfDeletion({ user, client, key, row, replaced, outcome })
      const text = `${rupees(row.amount)} · ${row.recipient}`
      if (outcome.is === 'gone') showToast({ tone: 'problem', title: t.error, text: o.sentMeanwhile })
      else showToast({ tone: 'done', title: outcome.is === 'waiting' ? o.kept : t.deleted, text, action })
      if (outcome.is === 'booked') {
        // The entry's sheet may still be open: a deleted entry must not be requested again.
        client.removeQueries({ queryKey: entryQuery(row.id).queryKey })
        showBookedEntryInLists(client, outcome.booked)
      }
      onDone()
    },
    onError(error) {
      if (isRefused(error)) setKey(newIdempotencyKey())
      // §8: a deletion shows only the toast and does not redirect.
      if (isUnauthorized(error)) {
        setProblem(t.unauthorized)
        return showToast({ tone: 'problem', title: t.unauthorized })
      }
      const code = error instanceof ApiError ? error.code : undefined
      if (code === 'revision_changed') return setChanged(true)
      setProblem(t.because(t.deleteFailed, errorMessage(error)))
      showToast({
        tone: 'problem',
        title: failureTitle(t.error, error),
        text: t.deleteFailed,
        reason: errorMessage(error),
      })
      if (code !== 'already_deleted' && code !== 'not_found') return
      void showOwnChange(client, { gone: row.id })
      onDone()
    },
  })

  return {
    removing: mutation.isPending,
    changed,
    /** The text of the toast, for the dialog that shows it until the next try. */
    problem,
    remove() {
      if (client.isMutating({ mutationKey: DELETE_TRANSACTION_KEY }) > 0) return
      setProblem(undefined)
      mutation.mutate()
    },
  }
}
