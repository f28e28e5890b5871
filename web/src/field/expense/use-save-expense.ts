import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError, isUnauthorized } from '../../shared/api/api-error.ts'
import { errorMessage, failureTitle } from '../../shared/api/error-messages.ts'
import type { ChosenBill } from '../../shared/bills/use-bills.ts'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import type { DraftForm } from '../../shared/forms/use-draft-form.ts'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { type FieldUser, homePathOf } from '../../shared/session/field-session.ts'
import { signInAgain } from '../../shared/session/sign-in-again.ts'
import { noteSavedExpense } from '../install/show-install-offer-when-due.ts'
import { toAttachedBills } from '../outbox/model/attached-bills.ts'
import { outboxOf } from '../outbox/model/outbox.ts'
import { words as outboxWords } from '../outbox/ui/screen-texts.ts'
import { showBookedEntryInLists } from '../outbox/ui/show-booked-entry-in-lists.ts'
import { toastBookedWithoutBill } from '../outbox/ui/toast-refusals.ts'
import { undoOfSave } from '../undo/undo-save.ts'
import { removeFinishedPhotos } from '../unfinished-photos/remove-finished-photos.ts'
import { putPhotosBack } from '../unfinished-photos/unfinished-store.ts'
import type { ExpenseFields } from './expense-fields.ts'
import type { SaveState } from './save-indicator.tsx'
import { words } from './screen-texts.ts'

const RECORD_EXPENSE_KEY = ['recordExpense']
/**
 * §9: the delay before the screen returns to the dashboard after a successful save. The dashboard takes the
 * place of the form in the history, so that Back does not lead to an empty form.
 */
const LEAVE_DELAY_MS = 1000

interface SaveExpenseCommand {
  fields: ExpenseFields
  chosen: readonly ChosenBill[]
  key: string
  /** Called in place of leaving, where the form stays for the next expense. */
  onNext: (() => void) | undefined
}

/** Enters the draft under its own key: it is booked once, however often Save is tapped or the page is reloaded. */
export function useSaveExpense(user: FieldUser, draft: DraftForm<ExpenseFields>) {
  const t = useWords(words)
  const o = useWords(outboxWords)
  const client = useQueryClient()
  const navigate = useNavigate()
  const [saved, setSaved] = useState<SaveState & ('saved' | 'waiting')>()
  const home = homePathOf(user.role)

  useEffect(() => {
    if (saved === undefined) return
    const leaving = setTimeout(() => void navigate({ to: home, replace: true }), LEAVE_DELAY_MS)
    // A user who leaves the screen earlier stays on the screen that they chose.
    return () => clearTimeout(leaving)
  }, [saved, navigate, home])

  const mutation = useMutation({
    mutationKey: RECORD_EXPENSE_KEY,
    async mutationFn({ fields, chosen, key }: SaveExpenseCommand) {
      const { bills, files } = toAttachedBills(user.account, chosen)
      let finishing: ReturnType<typeof removeFinishedPhotos> | undefined
      const onStored = () => {
        draft.handOverToOutbox()
        finishing = removeFinishedPhotos(user.account, chosen)
      }
      const input = { kind: 'expense', fields, bills } as const
      try {
        const outcome = await outboxOf(user.account).enqueue({ input, key, files, onStored })
        // A phone that can store nothing has sent it at once.
        return { outcome, photos: await (finishing ?? removeFinishedPhotos(user.account, chosen)) }
      } catch (error) {
        // The input is in the form again. Without a session it waits in the outbox, with its photos.
        if (finishing !== undefined && !isUnauthorized(error))
          await putPhotosBack(await finishing).catch((full: unknown) =>
            console.info('A photo is in the form alone', full),
          )
        throw error
      }
    },
    // The outbox retries.
    retry: false,
    onSuccess({ outcome, photos }, { fields, chosen, key, onNext }) {
      noteSavedExpense()
      const { amount, recipient } = fields
      const isBooked = outcome.is === 'booked'
      if (onNext === undefined) {
        setSaved(isBooked ? 'saved' : 'waiting')
        draft.discard()
      } else {
        draft.startOver()
        onNext()
      }
      if (isBooked && outcome.withoutBill) toastBookedWithoutBill(outcome.withoutBill)
      else
        showToast({
          tone: 'done',
          title: isBooked ? t.done : o.kept,
          text: `${rupees(amount)} · ${recipient.trim()}`,
          action: undoOfSave({ user, client, key, fields, outcome, chosen, photos }),
        })
      if (isBooked) showBookedEntryInLists(client, outcome.booked)
    },
    onError(error) {
      // Without a session the entry waits in the outbox for its owner, with its photos; where the phone cannot store
      // it, it stays in the form.
      if (isUnauthorized(error)) return signInAgain()
      draft.onRefused(error)
      const earlier = error instanceof ApiError && error.code === 'key_reused'
      showToast({
        tone: 'problem',
        title: failureTitle(t.error, error),
        text: t.saveFailed,
        reason: earlier ? t.earlier : errorMessage(error),
      })
    },
  })

  return {
    saving: mutation.isPending,
    saved,
    /** True after a try that failed, until the next one. */
    failed: mutation.isError,
    /** @param onNext with it the form stays, empty, for the next expense */
    save(fields: ExpenseFields, chosen: readonly ChosenBill[], onNext?: () => void) {
      // A second tap can arrive before React has drawn the button as disabled.
      if (saved || client.isMutating({ mutationKey: RECORD_EXPENSE_KEY }) > 0) return
      mutation.mutate({ fields, chosen, key: draft.keyToSend(), onNext })
    },
  }
}
