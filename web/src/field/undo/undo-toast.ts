import { errorMessage } from '../../shared/api/error-messages.ts'
import { showToast, type ToastAction } from '../../shared/design/toast/toast-store.ts'
import { countText, rupees } from '../../shared/language/format-money-and-dates.ts'
import { currentWords } from '../../shared/language/in-both-languages.ts'
import { type FieldUser, useFieldSession } from '../../shared/session/field-session.ts'
import type { ExpenseFields } from '../expense/expense-fields.ts'
import { words } from './screen-texts.ts'

/** How taking back ended, as the toast says it. */
export type UndoEnd =
  /** `photos`: how many photos of the entry are in the tray now. */
  | { readonly is: 'takenBack' | 'takenBackLater' | 'again' | 'againLater'; readonly photos?: number }
  | { readonly is: 'notTakenBack'; readonly why: 'settled' | 'sentToo' | 'deletionSent' | 'signedOut' }
  /** The next step has its own toast. */
  | undefined

/**
 * Returns the action of a toast that takes back what the toast reports. It belongs to no screen, so it works after the
 * sheet has closed and on the next screen; only for the account that saved.
 */
export function undoAction(
  user: FieldUser,
  { amount, recipient }: Pick<ExpenseFields, 'amount' | 'recipient'>,
  takeBack: () => Promise<UndoEnd>,
): ToastAction {
  const showEnd = (end: UndoEnd) => {
    if (end === undefined) return
    const t = currentWords(words)
    if (end.is === 'notTakenBack') showToast({ tone: 'problem', title: t.notTakenBack, text: t[end.why] })
    else {
      const { photos = 0 } = end
      const reason = photos === 0 ? undefined : photos === 1 ? t.photoKept : t.photosKept(countText(photos))
      showToast({ tone: 'done', title: t[end.is], text: `${rupees(amount)} · ${recipient.trim()}`, reason })
    }
  }
  const fail = (error: Error) =>
    showToast({ tone: 'problem', title: currentWords(words).notTakenBack, text: errorMessage(error) })
  return {
    label: currentWords(words).undo,
    run() {
      // The outbox of another account must not be opened.
      if (useFieldSession.getState().user?.account !== user.account)
        return showEnd({ is: 'notTakenBack', why: 'signedOut' })
      showToast({ tone: 'done', title: currentWords(words).takingBack })
      takeBack().then(showEnd, fail)
    },
  }
}
