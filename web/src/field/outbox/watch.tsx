import type { QueryClient } from '@tanstack/react-query'
import { isAway, onNetwork } from '../../shared/api/network.ts'
import { messageOf } from '../../shared/api/readers-words.ts'
import { showToast } from '../../shared/design/toast-store.ts'
import { countText, rupees } from '../../shared/language/figures.ts'
import { wordsNow } from '../../shared/language/words.ts'
import { type FieldUser, useSession } from '../../shared/session/session.ts'
import { adopt } from './adopt.ts'
import { sendRestInBackground } from './background.ts'
import { WaitingBar } from './bar.tsx'
import { type Booked, isRow, type Refused } from './entry.ts'
import { howMany } from './how-many.ts'
import { WaitingMark } from './mark.tsx'
import { errorOf, type Outbox, outboxOf } from './outbox.ts'
import { showBooked } from './show-booked.ts'
import { NOTHING_SHOWN, useShown } from './shown.ts'
import { NOTHING_WAITS, useWaiting } from './use-waiting.ts'
import { billCount, whatWaits } from './what-waits.ts'
import { words } from './words.ts'

let watched: Outbox | undefined

/**
 * Shows and sends the waiting entries of the signed-in user: now, when the network returns, and when the page gets the
 * focus. A second call only starts a round. Ends when another user signs in or this one signs out.
 */
export function watch(user: FieldUser, client: QueryClient): void {
  const outbox = outboxOf(user.account)
  if (outbox === watched) {
    outbox.wake()
    return
  }
  watched = outbox
  const stop = new AbortController()
  const { signal } = stop

  let turn = 0
  const draw = async () => {
    turn += 1
    const mine = turn
    // Without storage no entry waits.
    const entries = await outbox.entries().catch(() => [])
    if (mine !== turn || signal.aborted) return
    const waiting = whatWaits(entries)
    useWaiting.setState({ entries, waiting })
    useShown.setState({
      count: waiting.length,
      rows: Object.fromEntries(
        waiting.map((one) => [
          one.row.id,
          {
            as: one.row,
            bills: billCount(one),
            isGoing: one.kind === 'deletion',
            mark: <WaitingMark kind={one.kind} isRefused={one.refused !== undefined} />,
          },
        ]),
      ),
      added: waiting.filter(({ entries: [first] }) => first?.what.kind === 'expense').map(({ row }) => row),
      Bar: waiting.length === 0 ? undefined : WaitingBar,
    })
  }

  /** The entries that this page has sent since the last toast. */
  let booked: Booked[] = []
  let refused: Refused[] = []
  const leave = outbox.listen({
    changed: () => void draw(),
    told(_id, sent, isHere) {
      if (sent.is === 'booked') void showBooked(client, sent.booked)
      if (isHere && sent.is === 'booked') booked.push(sent.booked)
      if (isHere && sent.is === 'refused') refused.push(sent.why)
    },
    ended({ is }) {
      useWaiting.setState({ end: is })
      if (refused.length > 0) sayRefused(refused)
      else if (booked.length > 0) sayBooked(booked)
      booked = []
      refused = []
      void draw()
    },
  })

  const wake = () => {
    if (document.visibilityState === 'visible') outbox.wake()
    else void sendRestInBackground(user.account)
  }
  addEventListener('online', wake, { signal })
  addEventListener('focus', wake, { signal })
  document.addEventListener('visibilitychange', wake, { signal })
  const stopHearing = onNetwork(() => {
    if (!isAway()) outbox.answered()
  })
  const unsubscribe = useSession.subscribe(({ user: now }) => {
    if (now?.account !== user.account) stop.abort()
  })
  signal.addEventListener('abort', () => {
    unsubscribe()
    stopHearing()
    leave()
    outbox.close()
    if (watched === outbox) watched = undefined
    useWaiting.setState(NOTHING_WAITS)
    useShown.setState(NOTHING_SHOWN)
  })
  void draw()
  outbox.wake()
  adopt(user).then(
    (isSome) => {
      if (!isSome || signal.aborted) return
      void draw()
      outbox.wake()
    },
    (error: unknown) => console.info('Nothing is kept on this device', error),
  )
}

function sayBooked(all: readonly Booked[]): void {
  const t = wordsNow(words)
  const [one, ...more] = all
  if (one === undefined) return
  if (more.length > 0) showToast({ tone: 'done', title: t.sent(howMany(all.map(isNew), t)) })
  else if (!isRow(one)) showToast({ tone: 'done', title: t.deleted })
  else
    showToast({
      tone: 'done',
      title: isNew(one) ? t.saved : t.updated,
      text: `${rupees(one.amount)} · ${one.recipient}`,
    })
}

const isNew = (booked: Booked) => isRow(booked) && booked.revision === 1

function sayRefused(all: readonly Refused[]): void {
  const t = wordsNow(words)
  const [one, ...more] = all
  if (one === undefined) return
  if (more.length > 0) showToast({ tone: 'problem', title: t.refusedMany(countText(all.length)) })
  else showToast({ tone: 'problem', title: t.refusedToast, text: messageOf(errorOf(one)) })
}
