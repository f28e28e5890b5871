import { showToast, useToasts } from '../../../shared/design/toast/toast-store.ts'
import { rupees } from '../../../shared/language/format-money-and-dates.ts'
import { currentWords } from '../../../shared/language/in-both-languages.ts'
import { type BookedAnswer, isBookedRow } from '../model/outbox-entry.ts'
import { pendingCountText } from './pending-count-text.ts'
import { words } from './screen-texts.ts'

/**
 * Returns a function that says which entries were sent. A toast with an action, such as Undo, has its whole time: what
 * was sent meanwhile is said after it, until the signal aborts.
 */
export function bookedToaster(signal: AbortSignal): (all: readonly BookedAnswer[]) => void {
  let later: readonly BookedAnswer[] = []
  const showWhenClosed = () => {
    if (signal.aborted) return
    if (!useToasts.getState().open) {
      showBooked(later)
      later = []
      return
    }
    const stop = useToasts.subscribe(({ open }) => {
      if (open) return
      stop()
      // An action that was pressed shows a toast of its own at once.
      setTimeout(showWhenClosed)
    })
  }
  return (all) => {
    const { open, toast } = useToasts.getState()
    const isShowingLater = later.length > 0
    if (!isShowingLater && !(open && toast?.action !== undefined)) return showBooked(all)
    later = [...later, ...all]
    if (!isShowingLater && later.length > 0) showWhenClosed()
  }
}

function showBooked(all: readonly BookedAnswer[]): void {
  const t = currentWords(words)
  const [one, ...more] = all
  if (one === undefined) return
  if (more.length > 0) showToast({ tone: 'done', title: t.sent(pendingCountText(all.map(kindOfBooked), t)) })
  else if ('answered' in one) showToast({ tone: 'done', title: t.answerSent })
  else if (!isBookedRow(one)) showToast({ tone: 'done', title: t.deleted })
  else
    showToast({
      tone: 'done',
      title: isNewEntry(one) ? t.saved : t.updated,
      text: `${rupees(one.amount)} · ${one.recipient}`,
    })
}

const kindOfBooked = (booked: BookedAnswer) =>
  'answered' in booked ? 'answer' : isNewEntry(booked) ? 'entry' : 'change'
const isNewEntry = (booked: BookedAnswer) => isBookedRow(booked) && booked.revision === 1
