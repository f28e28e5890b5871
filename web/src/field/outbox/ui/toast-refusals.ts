import { errorMessage } from '../../../shared/api/error-messages.ts'
import { showToast } from '../../../shared/design/toast/toast-store.ts'
import { countText } from '../../../shared/language/format-money-and-dates.ts'
import { currentWords } from '../../../shared/language/in-both-languages.ts'
import { toApiError } from '../model/outbox.ts'
import type { EntryRefusal } from '../model/outbox-entry.ts'
import { words } from './screen-texts.ts'

/** The entry was booked, and a bill of it was not accepted. It waits as a change of the entry (pending-sheet.tsx). */
export function toastBookedWithoutBill(why: EntryRefusal): void {
  showToast({ tone: 'problem', title: currentWords(words).withoutBillToast, text: errorMessage(toApiError(why)) })
}

/** @param all one or more */
export function toastRefused(all: readonly EntryRefusal[]): void {
  const t = currentWords(words)
  const [one, ...more] = all
  if (one === undefined) return
  if (more.length > 0) showToast({ tone: 'problem', title: t.refusedMany(countText(all.length)) })
  else showToast({ tone: 'problem', title: t.refusedToast, text: errorMessage(toApiError(one)) })
}
