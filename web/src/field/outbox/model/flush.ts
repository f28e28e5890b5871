import type { EntryRefusal } from './outbox-entry.ts'
import type { OutboxStore } from './outbox-store.ts'
import { beginNextEntry, settleBooked, settleRefused, undoTry } from './outbox-transitions.ts'
import { type NoAnswer, probeSession, type SendResult, sendEntry } from './send-entry.ts'

/**
 * The end of a round: nothing is left that could be sent, or the reason why the rest waits. `afterMs` is the wait that
 * the server asked for, in milliseconds.
 */
export type FlushResult =
  | { readonly is: 'done' }
  | { readonly is: 'later'; readonly why: EntryRefusal; readonly afterMs: number }
  | { readonly is: 'signed_out'; readonly why: EntryRefusal }

export interface FlushOptions {
  readonly store: OutboxStore
  readonly owner: string
  /**
   * True where sending will probably fail. The round then makes a harmless call first, and begins only after its
   * answer.
   */
  readonly probesFirst: boolean
  /** Called after the outcome is stored. */
  onSent(id: string, sent: SendResult): void
}

const LOCK_NAME = 'outbox'

/**
 * Runs the task while it holds the lock that only one tab or worker has at a time. Without locks two tasks can run, and
 * the idempotency key still books an entry once.
 */
export function withLeaderLock<T>(task: () => Promise<T>): Promise<T> {
  const { locks } = navigator
  return locks === undefined ? task() : locks.request(LOCK_NAME, task)
}

/** Sends the waiting entries of one account in order, until none is left or a failure stops the round. */
export function flushOutbox(round: FlushOptions): Promise<FlushResult> {
  return withLeaderLock(() => flushUnderLock(round))
}

async function flushUnderLock({ store, owner, probesFirst, onSent }: FlushOptions): Promise<FlushResult> {
  const passed = new Set<string>()
  let result: FlushResult = { is: 'done' }
  if (beginNextEntry(await store.entriesOf(owner), passed).entry === undefined) return result
  const absent = probesFirst ? await probeSession(owner) : undefined
  if (absent) return toFlushResult(absent)
  for (;;) {
    const { entry } = await store.update(owner, (entries) => beginNextEntry(entries, passed))
    if (entry === undefined) return result
    const { id } = entry
    const sent = await sendEntry(entry, store)
    switch (sent.is) {
      case 'booked':
        await store.update(owner, (entries) => settleBooked(entries, id, sent.booked))
        break
      case 'refused':
        await store.update(owner, (entries) => settleRefused(entries, id, sent.why))
        break
      case 'signed_out':
      case 'not_taken':
        await store.update(owner, (entries) => undoTry(entries, id))
        break
      case 'unknown':
        passed.add(id)
    }
    onSent(id, sent)
    if (sent.is === 'booked' || sent.is === 'refused') continue
    result = toFlushResult(sent)
    if (sent.is === 'signed_out' || sent.isForAll) return result
  }
}

function toFlushResult(sent: NoAnswer): FlushResult {
  return sent.is === 'signed_out'
    ? { is: 'signed_out', why: sent.why }
    : { is: 'later', why: sent.why, afterMs: sent.afterMs }
}

/** The message from one page or worker to the others. Without `sent` it only says that something has changed. */
export interface OutboxMessage {
  readonly owner: string
  readonly id?: string
  readonly sent?: SendResult
}

export function openOutboxChannel(): BroadcastChannel | undefined {
  return typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('outbox')
}
