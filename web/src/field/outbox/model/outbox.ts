import { ApiError } from '../../../shared/api/api-error.ts'
import { askOnceForPersistentStorage } from '../../../shared/session/persistent-storage.ts'
import { requestBackgroundSync } from './background-sync.ts'
import { backoffMs } from './backoff.ts'
import { type FlushResult, flushOutbox, type OutboxMessage, openOutboxChannel } from './flush.ts'
import type { BookedAnswer, EntryRefusal, OutboxEntry } from './outbox-entry.ts'
import { indexedDbStore, inMemoryStore, type PendingFile } from './outbox-store.ts'
import {
  discardEntry,
  type EnqueueDecision,
  type EntryInput,
  type EntryStamp,
  enqueueEntry,
  type OutboxChanges,
} from './outbox-transitions.ts'
import type { SendResult } from './send-entry.ts'
import { isUnsent } from './undo-transitions.ts'

/**
 * The longest time that a form waits for an answer, in milliseconds. An expense takes a second on a line with a round
 * trip of half a second (docs/performance.md), and a user in a dead spot with a bill in the hand must be able to
 * continue.
 */
const ANSWER_TIMEOUT_MS = 8000
/** §8: a command is sent twice before the user sees a failure. */
const MAX_TRIES_BEFORE_PENDING = 2

/** The outcome of an input, as far as the form waits for it. */
export type EnqueueOutcome =
  /**
   * `booked` is undefined where another tab received the answer and could not pass it on. `withoutBill`: why a bill was
   * not accepted, which waits on this phone as a change of the booked entry.
   */
  | {
      readonly is: 'booked'
      readonly booked: BookedAnswer | undefined
      readonly withoutBill?: EntryRefusal | undefined
    }
  /** Stored on this phone, to be sent later. `isUnsent`: no try was begun, so the ledger certainly does not have it. */
  | { readonly is: 'waiting'; readonly isUnsent: boolean }
  /** It concerned an expense that never reached the ledger and is now removed. */
  | { readonly is: 'taken_back' }
  /** It concerned a waiting entry that was sent meanwhile. */
  | { readonly is: 'gone' }

export interface EnqueueRequest {
  readonly input: EntryInput
  readonly key: string
  readonly files?: readonly PendingFile[]
  /** Left out for now. A second try under one key names the time of the first: it is a part of the request. */
  readonly enteredAt?: string
  /** True where no form takes back a refused input: it stays in the outbox, for the user to mend. */
  readonly hasNoForm?: true
  /** Called once the entry is in the phone's own storage, whatever happens next. */
  onStored?(): void
}

export interface Outbox {
  readonly owner: string
  /**
   * Stores the input, sends it, and waits some seconds for the answer.
   * @throws ApiError where it was refused, where its owner is signed out, and, in a browser that can store nothing,
   * where no answer came. A refused entry is then no longer in the outbox, unless it also held other input or has no
   * form. Neither is a deletion without a session.
   */
  enqueue(entering: EnqueueRequest): Promise<EnqueueOutcome>
  /** Applies the user's decision about the waiting entries, and sends what can be sent. */
  update<C extends OutboxChanges>(
    decide: (entries: readonly OutboxEntry[]) => C,
    files?: readonly PendingFile[],
  ): Promise<C>
  /** Returns the waiting entries, except those whose answer a form still awaits. */
  pendingEntries(): Promise<OutboxEntry[]>
  /** Starts a round now. */
  flushSoon(): void
  /** Starts a round because the server has answered some call after a time without answers. */
  onServerReachable(): void
  /** @returns a function that removes the listener */
  listen(listener: OutboxListener): () => void
  close(): void
}

export interface OutboxListener {
  /** An entry was put, removed or answered. */
  onChanged(): void
  /** The outcome of an entry that no form awaits. `isHere` is true where this page sent it. */
  onAnswered(id: string, sent: SendResult, isHere: boolean): void
  /** A round of this page has ended. */
  onFlushed(end: FlushResult): void
}

let currentOutbox: Outbox | undefined

/** Returns the outbox of an account on this phone. A page has one outbox at a time, because it has one user. */
export function outboxOf(owner: string): Outbox {
  if (currentOutbox?.owner === owner) return currentOutbox
  currentOutbox?.close()
  currentOutbox = createOutbox(owner)
  return currentOutbox
}

interface AnswerWaiter {
  sent(sent: SendResult): void
  /** A round has ended. `isThere` tells whether the entry still waits. */
  ended(end: FlushResult, isThere: boolean): void
}

function createOutbox(owner: string): Outbox {
  const listeners = new Set<OutboxListener>()
  const waiters = new Map<string, AnswerWaiter>()
  const channel = openOutboxChannel()
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let notBefore = 0
  let isSending = false
  let isAskedAgain = false

  channel?.addEventListener('message', ({ data }: MessageEvent<OutboxMessage>) => {
    if (data.owner !== owner) return
    if (data.id !== undefined && data.sent !== undefined) deliverAnswer(data.id, data.sent, false)
    changed()
  })

  function deliverAnswer(id: string, sent: SendResult, isHere: boolean): void {
    const waiter = waiters.get(id)
    if (waiter) waiter.sent(sent)
    else for (const listener of listeners) listener.onAnswered(id, sent, isHere)
  }

  function changed(): void {
    for (const listener of listeners) listener.onChanged()
  }

  function notifyOtherTabs(message: Omit<OutboxMessage, 'owner'> = {}): void {
    if (!isClosed) channel?.postMessage({ owner, ...message } satisfies OutboxMessage)
  }

  function flushSoon(): void {
    isAskedAgain = true
    if (!isClosed && !isSending && performance.now() >= notBefore) void sendAll()
  }

  /**
   * Does nothing while a round is sending: where only some calls come through, the round's own answers would restart it
   * again and again.
   */
  function onServerReachable(): void {
    if (!isSending) flushSoon()
  }

  async function sendAll(): Promise<void> {
    isSending = true
    clearTimeout(timer)
    try {
      // The server may ask for a wait while the next round is already asked for: the timer starts that one.
      while (isAskedAgain && !isClosed && performance.now() >= notBefore) {
        isAskedAgain = false
        await oneRound()
      }
    } catch (error) {
      // Without storage no entry waits. A fault of the app is tried again with the next entry.
      if (!(error instanceof DOMException)) console.warn(error)
    } finally {
      isSending = false
    }
  }

  async function oneRound(): Promise<void> {
    const end = await flushOutbox({
      store: indexedDbStore,
      owner,
      probesFirst: !navigator.onLine || failures > 0,
      onSent(id, sent) {
        deliverAnswer(id, sent, true)
        notifyOtherTabs({ id, sent })
        changed()
      },
    })
    if (isClosed) return
    failures = end.is === 'later' ? failures + 1 : 0
    if (end.is === 'later') {
      const afterMs = backoffMs(failures, Math.random(), end.afterMs)
      notBefore = end.afterMs === 0 ? 0 : performance.now() + end.afterMs
      clearTimeout(timer)
      timer = setTimeout(() => {
        // A timer may be early by a fraction of a millisecond.
        notBefore = 0
        flushSoon()
      }, afterMs)
      // Registers the background sync already now, because a user who closes the app leaves no time for it.
      void requestBackgroundSync()
    }
    const left = new Set((await indexedDbStore.entriesOf(owner)).map(({ id }) => id))
    for (const [id, waiter] of waiters) waiter.ended(end, left.has(id))
    for (const listener of listeners) listener.onFlushed(end)
  }

  function answerTo(id: string): Promise<SendResult | 'waiting' | 'vanished'> {
    return new Promise((resolve) => {
      let misses = 0
      const patience = setTimeout(() => finish('waiting'), ANSWER_TIMEOUT_MS)
      const finish = (result: SendResult | 'waiting' | 'vanished') => {
        clearTimeout(patience)
        waiters.delete(id)
        resolve(result)
      }
      waiters.set(id, {
        sent(sent) {
          if (sent.is !== 'unknown' && sent.is !== 'not_taken') finish(sent)
        },
        ended(end, isThere) {
          if (!isThere) return finish('vanished')
          if (end.is === 'signed_out') return finish(end)
          if (end.is === 'done') return
          misses += 1
          if (misses >= MAX_TRIES_BEFORE_PENDING || !navigator.onLine) finish('waiting')
        },
      })
    })
  }

  return {
    owner,
    async enqueue({ input, key, files, enteredAt = new Date().toISOString(), hasNoForm, onStored }) {
      const stamp = { key, owner, enteredAt }
      let entered: EnqueueDecision
      try {
        entered = await indexedDbStore.update(owner, (entries) => enqueueEntry(entries, input, stamp), files)
      } catch (error) {
        console.info('Nothing can be kept on this device', error)
        return sendWithoutStorage(owner, input, stamp, files)
      }
      onStored?.()
      const { id, isOwn } = entered
      if (id === undefined) {
        notifyOtherTabs()
        changed()
        return { is: entered.isGone ? 'gone' : 'taken_back' }
      }
      const answering = answerTo(id)
      notifyOtherTabs()
      changed()
      flushSoon()
      const answer = await answering
      if (answer === 'vanished') return { is: 'booked', booked: undefined }
      if (answer !== 'waiting' && answer.is === 'booked') return answer
      // §8: a deletion without a session is only reported, and the question stays on the screen.
      const isRefused = answer !== 'waiting' && answer.is === 'refused' && !hasNoForm
      const goesBack = isOwn && answer !== 'waiting' && (isRefused || input.kind === 'deletion')
      if (goesBack)
        await indexedDbStore
          .update(owner, (entries) => discardEntry(entries, id))
          .catch((error: unknown) => console.info('A refused entry stays in the outbox', error))
      else askOnceForPersistentStorage().catch(console.warn)
      notifyOtherTabs()
      changed()
      if (answer === 'waiting') {
        const entries = await indexedDbStore.entriesOf(owner).catch(() => [])
        return { is: 'waiting', isUnsent: isUnsent(entries, id) }
      }
      throw toApiError(answer.why)
    },
    async update(decide, files) {
      const decided = await indexedDbStore.update(owner, decide, files)
      notifyOtherTabs()
      changed()
      flushSoon()
      return decided
    },
    async pendingEntries() {
      return (await indexedDbStore.entriesOf(owner)).filter(({ id }) => !waiters.has(id))
    },
    flushSoon,
    onServerReachable,
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      isClosed = true
      if (currentOutbox?.owner === owner) currentOutbox = undefined
      clearTimeout(timer)
      channel?.close()
    },
  }
}

const RETRY_PAUSE_MS = 1000

/**
 * Sends an input where the browser can store nothing, only while the form waits. Throws where no answer came, or the
 * server asked for a longer wait, so that the input stays in the form.
 */
async function sendWithoutStorage(
  owner: string,
  given: EntryInput,
  stamp: EntryStamp,
  files?: readonly PendingFile[],
): Promise<EnqueueOutcome> {
  const store = inMemoryStore()
  const { id } = await store.update(owner, (entries) => enqueueEntry(entries, given, stamp), files)
  if (id === undefined) return { is: 'gone' }
  for (let tries = 1; ; tries += 1) {
    let answer: SendResult | undefined
    await flushOutbox({
      store,
      owner,
      probesFirst: false,
      onSent(_id, sent) {
        answer = sent
      },
    })
    const said = answer as SendResult | undefined
    if (said === undefined) throw new Error('An entry was not sent')
    if (said.is === 'booked') return said
    if (said.is === 'refused' || said.is === 'signed_out') throw toApiError(said.why)
    if (tries >= MAX_TRIES_BEFORE_PENDING || said.afterMs > RETRY_PAUSE_MS) throw toApiError(said.why)
    await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS))
  }
}

/** Returns the error to show, in the reader's language (error-messages.ts). */
export function toApiError(refused: EntryRefusal): ApiError {
  const { status, code, title, message, issues, reference, closedUpTo } = refused
  return new ApiError(status, code, title, message, issues, reference, closedUpTo)
}
