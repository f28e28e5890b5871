import type { QueryClient } from '@tanstack/react-query'
import { isServerUnreachable, onReachabilityChange } from '../../../shared/api/server-reachability.ts'
import { type FieldUser, useFieldSession } from '../../../shared/session/field-session.ts'
import { watchInstallOffer } from '../../install/show-install-offer-when-due.ts'
import type { AccountDays } from '../../khata/account-days-from-months.ts'
import { addBookedToCachedDays } from '../../khata/add-booked-to-cached-days.ts'
import { addChangesToDaySums } from '../../khata/add-changes-to-day-sums.ts'
import { forgetJustSaved, markJustSaved, NOT_JUST_SAVED, useJustSaved } from '../../khata/just-saved.ts'
import { watchQuestions } from '../../questions/watch-questions.tsx'
import { NO_LAZY_PARTS, useLazyParts } from '../../store-filled-by-lazy-parts.ts'
import { watchUnfinished } from '../../unfinished-photos/watch-unfinished.ts'
import { requestBackgroundSyncIfPending } from '../model/background-sync.ts'
import { type Outbox, outboxOf } from '../model/outbox.ts'
import type { BookedAnswer, EntryRefusal, OutboxEntry } from '../model/outbox-entry.ts'
import { dayChangesOf, pendingAnswers, pendingBillCount, pendingEntries } from '../model/pending-entries.ts'
import { reassignToAccount } from '../model/reassign-owner.ts'
import { PendingBar } from './pending-bar.tsx'
import { PendingMark } from './pending-mark.tsx'
import { showBookedEntryInLists } from './show-booked-entry-in-lists.ts'
import { bookedToaster } from './toast-booked.ts'
import { toastBookedWithoutBill, toastRefused } from './toast-refusals.ts'
import { NOTHING_PENDING, usePendingEntries } from './use-pending-entries.ts'

let runningOutbox: Outbox | undefined

/**
 * Shows and sends the waiting entries of the signed-in user: now, when the network returns, and when the page gets the
 * focus. A second call only starts a round. Ends when another user signs in or this one signs out.
 */
export function startOutbox(user: FieldUser, client: QueryClient): void {
  const outbox = outboxOf(user.account)
  if (outbox === runningOutbox) {
    outbox.flushSoon()
    return
  }
  runningOutbox = outbox
  const stop = new AbortController()
  const { signal } = stop

  let turn = 0
  /** The ids of the new rows that were shown before. */
  let known: ReadonlySet<string> | undefined
  const draw = () => {
    drawEntries().catch((error: unknown) => console.warn('The waiting entries were not shown', error))
  }
  async function drawEntries(): Promise<void> {
    turn += 1
    const mine = turn
    // Without storage no entry waits.
    const entries = await outbox.pendingEntries().catch(() => [])
    if (mine !== turn || signal.aborted) return
    const waiting = pendingEntries(entries)
    const answers = pendingAnswers(entries)
    const count = waiting.length + answers.length
    usePendingEntries.setState({ entries, waiting, answers })
    const added = waiting.filter(({ entries: [first] }) => first?.what.kind === 'expense').map(({ row }) => row)
    const fresh = added.find(({ id }) => known?.has(id) === false)
    if (fresh !== undefined) markJustSaved(fresh)
    const now = new Set(added.map(({ id }) => id))
    for (const id of known ?? []) if (!now.has(id)) forgetJustSaved(id)
    known = now
    useLazyParts.setState({
      count,
      rows: Object.fromEntries(
        waiting.map((one) => [
          one.row.id,
          {
            as: one.row,
            bills: pendingBillCount(one),
            isGoing: one.kind === 'deletion',
            mark: <PendingMark kind={one.kind} isRefused={one.refused !== undefined} />,
          },
        ]),
      ),
      added,
      withWaiting: adderOf(entries),
      Bar: count === 0 ? undefined : PendingBar,
    })
  }

  const toastBooked = bookedToaster(signal)
  /** The entries that this page has sent since the last toast. */
  let booked: BookedAnswer[] = []
  let refused: EntryRefusal[] = []
  let withoutBill: EntryRefusal[] = []
  const leave = outbox.listen({
    onChanged: draw,
    onAnswered(id, sent, isHere) {
      if (sent.is === 'booked') {
        countAsBooked(client, id)
        showBookedEntryInLists(client, sent.booked)
      }
      if (isHere && sent.is === 'booked') booked.push(sent.booked)
      if (isHere && sent.is === 'booked' && sent.withoutBill) withoutBill.push(sent.withoutBill)
      if (isHere && sent.is === 'refused') refused.push(sent.why)
    },
    onFlushed({ is }) {
      usePendingEntries.setState({ end: is })
      const problems = [...withoutBill, ...refused]
      if (problems.length === 0) toastBooked(booked)
      else if (problems.length === 1 && withoutBill[0]) toastBookedWithoutBill(withoutBill[0])
      else toastRefused(problems)
      booked = []
      refused = []
      withoutBill = []
      draw()
    },
  })

  const wake = () => {
    if (document.visibilityState === 'visible') outbox.flushSoon()
    else void requestBackgroundSyncIfPending(user.account)
  }
  addEventListener('online', wake, { signal })
  addEventListener('focus', wake, { signal })
  document.addEventListener('visibilitychange', wake, { signal })
  const stopHearing = onReachabilityChange(() => {
    if (!isServerUnreachable()) outbox.onServerReachable()
  })
  const unsubscribe = useFieldSession.subscribe(({ user: now }) => {
    if (now?.account !== user.account) stop.abort()
  })
  signal.addEventListener('abort', () => {
    unsubscribe()
    stopHearing()
    leave()
    outbox.close()
    if (runningOutbox === outbox) runningOutbox = undefined
    usePendingEntries.setState(NOTHING_PENDING)
    useLazyParts.setState(NO_LAZY_PARTS)
    useJustSaved.setState(NOT_JUST_SAVED)
  })
  draw()
  outbox.flushSoon()
  watchQuestions(client, signal)
  watchUnfinished(user.account, signal)
  watchInstallOffer(signal)
  reassignToAccount(user).then(
    (isSome) => {
      if (!isSome || signal.aborted) return
      draw()
      outbox.flushSoon()
    },
    (error: unknown) => console.info('Nothing is kept on this device', error),
  )
}

function adderOf(entries: readonly OutboxEntry[]) {
  const changes = dayChangesOf(entries)
  return changes.length === 0 ? undefined : (known: AccountDays) => addChangesToDaySums(known, changes)
}

/** Moves an entry from those that wait into the sums of days, at once, so that it counts in one of them. */
function countAsBooked(client: QueryClient, id: string): void {
  const { entries } = usePendingEntries.getState()
  const left = entries.filter((entry) => entry.id !== id)
  addBookedToCachedDays(client, dayChangesOf(entries.filter((entry) => entry.id === id)))
  usePendingEntries.setState({ entries: left })
  useLazyParts.setState({ withWaiting: adderOf(left) })
}
