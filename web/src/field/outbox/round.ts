import { begin, notTaken, refuse, settle } from './decide.ts'
import type { Refused } from './entry.ts'
import { type Absent, type Sent, sendEntry, whyNotNow } from './send.ts'
import type { Store } from './store.ts'

/**
 * The end of a round: nothing is left that could be sent, or the reason why the rest waits. `afterMs` is the wait that
 * the server asked for, in milliseconds.
 */
export type RoundEnd =
  | { readonly is: 'done' }
  | { readonly is: 'later'; readonly why: Refused; readonly afterMs: number }
  | { readonly is: 'signed_out'; readonly why: Refused }

export interface Round {
  readonly store: Store
  readonly owner: string
  /**
   * True where sending will probably fail. The round then makes a harmless call first, and begins only after its
   * answer.
   */
  readonly looksFirst: boolean
  /** Called after the outcome is stored. */
  tell(id: string, sent: Sent): void
}

const LOCK = 'outbox'

/**
 * Runs the task while it holds the lock that only one tab or worker has at a time. Without locks two tasks can run, and
 * the idempotency key still books an entry once.
 */
export function alone<T>(task: () => Promise<T>): Promise<T> {
  const { locks } = navigator
  return locks === undefined ? task() : locks.request(LOCK, task)
}

/** Sends the waiting entries of one account in order, until none is left or a failure stops the round. */
export function sendRound(round: Round): Promise<RoundEnd> {
  return alone(() => send(round))
}

async function send({ store, owner, looksFirst, tell }: Round): Promise<RoundEnd> {
  const passed = new Set<string>()
  let kept: RoundEnd = { is: 'done' }
  if (begin(await store.entriesOf(owner), passed).entry === undefined) return kept
  const absent = looksFirst ? await whyNotNow(owner) : undefined
  if (absent) return endOf(absent)
  for (;;) {
    const { entry } = await store.change(owner, (entries) => begin(entries, passed))
    if (entry === undefined) return kept
    const { id } = entry
    const sent = await sendEntry(entry, store)
    switch (sent.is) {
      case 'booked':
        await store.change(owner, (entries) => settle(entries, id, sent.booked))
        break
      case 'refused':
        await store.change(owner, (entries) => refuse(entries, id, sent.why))
        break
      case 'signed_out':
      case 'not_taken':
        await store.change(owner, (entries) => notTaken(entries, id))
        break
      case 'unknown':
        passed.add(id)
    }
    tell(id, sent)
    if (sent.is === 'booked' || sent.is === 'refused') continue
    kept = endOf(sent)
    if (sent.is === 'signed_out' || sent.isForAll) return kept
  }
}

function endOf(sent: Absent): RoundEnd {
  return sent.is === 'signed_out'
    ? { is: 'signed_out', why: sent.why }
    : { is: 'later', why: sent.why, afterMs: sent.afterMs }
}

/** The message from one page or worker to the others. Without `sent` it only says that something has changed. */
export interface Told {
  readonly owner: string
  readonly id?: string
  readonly sent?: Sent
}

export function openChannel(): BroadcastChannel | undefined {
  return typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('outbox')
}
