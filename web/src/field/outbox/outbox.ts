import { ApiError } from '../../shared/api/api-error.ts'
import { askOnceToKeepStorage } from '../../shared/session/keep-storage.ts'
import { backOffMs } from './back-off.ts'
import { sendInBackground } from './background.ts'
import { type Changes, type Entered, enter, type Given, type Stamp, throwAway } from './decide.ts'
import type { Booked, Entry, Refused } from './entry.ts'
import { openChannel, type RoundEnd, sendRound, type Told } from './round.ts'
import type { Sent } from './send.ts'
import { keptStore, pageStore, type WaitingFile } from './store.ts'

/**
 * The longest time that a form waits for an answer, in milliseconds. An expense takes a second on a line with a round
 * trip of half a second (docs/performance.md), and a user in a dead spot with a bill in the hand must be able to
 * continue.
 */
const PATIENCE_MS = 8000
/** §8: a command is sent twice before the user sees a failure. */
const TRIES_BEFORE_TOLD = 2

/** The outcome of an input, as far as the form waits for it. */
export type Outcome =
  /** `booked` is undefined where another tab received the answer and could not pass it on. */
  | { readonly is: 'booked'; readonly booked: Booked | undefined }
  /** Stored on this phone, to be sent later. */
  | { readonly is: 'waiting' }
  /** It concerned an expense that never reached the ledger and is now removed. */
  | { readonly is: 'taken_back' }
  /** It concerned a waiting entry that was sent meanwhile. */
  | { readonly is: 'gone' }

export interface Entering {
  readonly given: Given
  readonly key: string
  readonly files?: readonly WaitingFile[]
  /** Called once the entry is in the phone's own storage, whatever happens next. */
  onKept?(): void
}

export interface Outbox {
  readonly owner: string
  /**
   * Stores the input, sends it, and waits some seconds for the answer.
   * @throws ApiError where it was refused, where its owner is signed out, and, in a browser that can store nothing,
   * where no answer came. A refused entry is then no longer in the outbox, unless it also held other input. Neither is
   * a deletion without a session.
   */
  enter(entering: Entering): Promise<Outcome>
  /** Applies the user's decision about the waiting entries, and sends what can be sent. */
  change(decide: (entries: readonly Entry[]) => Changes): Promise<void>
  /** Returns the waiting entries, except those whose answer a form still awaits. */
  entries(): Promise<Entry[]>
  /** Starts a round now. */
  wake(): void
  /** Starts a round because the server has answered some call after a time without answers. */
  answered(): void
  /** @returns a function that removes the listener */
  listen(listener: Listener): () => void
  close(): void
}

export interface Listener {
  /** An entry was put, removed or answered. */
  changed(): void
  /** The outcome of an entry that no form awaits. `isHere` is true where this page sent it. */
  told(id: string, sent: Sent, isHere: boolean): void
  /** A round of this page has ended. */
  ended(end: RoundEnd): void
}

let current: Outbox | undefined

/** Returns the outbox of an account on this phone. A page has one outbox at a time, because it has one user. */
export function outboxOf(owner: string): Outbox {
  if (current?.owner === owner) return current
  current?.close()
  current = openOutbox(owner)
  return current
}

interface Waiter {
  sent(sent: Sent): void
  /** A round has ended. `isThere` tells whether the entry still waits. */
  ended(end: RoundEnd, isThere: boolean): void
}

function openOutbox(owner: string): Outbox {
  const listeners = new Set<Listener>()
  const waiters = new Map<string, Waiter>()
  const channel = openChannel()
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let notBefore = 0
  let isSending = false
  let isAskedAgain = false

  channel?.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if (data.owner !== owner) return
    if (data.id !== undefined && data.sent !== undefined) hear(data.id, data.sent, false)
    changed()
  })

  function hear(id: string, sent: Sent, isHere: boolean): void {
    const waiter = waiters.get(id)
    if (waiter) waiter.sent(sent)
    else for (const listener of listeners) listener.told(id, sent, isHere)
  }

  function changed(): void {
    for (const listener of listeners) listener.changed()
  }

  function tellOthers(told: Omit<Told, 'owner'> = {}): void {
    if (!isClosed) channel?.postMessage({ owner, ...told } satisfies Told)
  }

  function wake(): void {
    isAskedAgain = true
    if (!isClosed && !isSending && performance.now() >= notBefore) void sendAll()
  }

  /**
   * Does nothing while a round is sending: where only some calls come through, the round's own answers would restart it
   * again and again.
   */
  function answered(): void {
    if (!isSending) wake()
  }

  async function sendAll(): Promise<void> {
    isSending = true
    clearTimeout(timer)
    try {
      while (isAskedAgain && !isClosed) {
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
    const end = await sendRound({
      store: keptStore,
      owner,
      looksFirst: !navigator.onLine || failures > 0,
      tell(id, sent) {
        hear(id, sent, true)
        tellOthers({ id, sent })
        changed()
      },
    })
    if (isClosed) return
    failures = end.is === 'later' ? failures + 1 : 0
    if (end.is === 'later') {
      const afterMs = backOffMs(failures, Math.random(), end.afterMs)
      notBefore = end.afterMs === 0 ? 0 : performance.now() + end.afterMs
      clearTimeout(timer)
      timer = setTimeout(wake, afterMs)
      // Registers the background sync already now, because a user who closes the app leaves no time for it.
      void sendInBackground()
    }
    const left = new Set((await keptStore.entriesOf(owner)).map(({ id }) => id))
    for (const [id, waiter] of waiters) waiter.ended(end, left.has(id))
    for (const listener of listeners) listener.ended(end)
  }

  function answerTo(id: string): Promise<Sent | 'waiting' | 'vanished'> {
    return new Promise((resolve) => {
      let misses = 0
      const patience = setTimeout(() => finish('waiting'), PATIENCE_MS)
      const finish = (result: Sent | 'waiting' | 'vanished') => {
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
          if (misses >= TRIES_BEFORE_TOLD || !navigator.onLine) finish('waiting')
        },
      })
    })
  }

  return {
    owner,
    async enter({ given, key, files, onKept }) {
      const stamp = { key, owner, enteredAt: new Date().toISOString() }
      let entered: Entered
      try {
        entered = await keptStore.change(owner, (entries) => enter(entries, given, stamp), files)
      } catch (error) {
        console.info('Nothing can be kept on this device', error)
        return sendFromPage(owner, given, stamp, files)
      }
      onKept?.()
      const { id, isOwn } = entered
      if (id === undefined) {
        tellOthers()
        changed()
        return { is: entered.isGone ? 'gone' : 'taken_back' }
      }
      const answering = answerTo(id)
      tellOthers()
      changed()
      wake()
      const answer = await answering
      if (answer === 'vanished') return { is: 'booked', booked: undefined }
      if (answer !== 'waiting' && answer.is === 'booked') return answer
      // §8: a deletion without a session is only reported, and the question stays on the screen.
      const goesBack = isOwn && answer !== 'waiting' && (answer.is === 'refused' || given.kind === 'deletion')
      if (goesBack) await keptStore.change(owner, (entries) => throwAway(entries, id))
      else askOnceToKeepStorage().catch(console.warn)
      tellOthers()
      changed()
      if (answer === 'waiting') return { is: 'waiting' }
      throw errorOf(answer.why)
    },
    async change(decide) {
      await keptStore.change(owner, decide)
      tellOthers()
      changed()
      wake()
    },
    async entries() {
      return (await keptStore.entriesOf(owner)).filter(({ id }) => !waiters.has(id))
    },
    wake,
    answered,
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      isClosed = true
      if (current?.owner === owner) current = undefined
      clearTimeout(timer)
      channel?.close()
    },
  }
}

const PAUSE_MS = 1000

/**
 * Sends an input where the browser can store nothing, only while the form waits. Throws where no answer came, so that
 * the input stays in the form.
 */
async function sendFromPage(
  owner: string,
  given: Given,
  stamp: Stamp,
  files?: readonly WaitingFile[],
): Promise<Outcome> {
  const store = pageStore()
  const { id } = await store.change(owner, (entries) => enter(entries, given, stamp), files)
  if (id === undefined) return { is: 'gone' }
  for (let tries = 1; ; tries += 1) {
    let answer: Sent | undefined
    await sendRound({
      store,
      owner,
      looksFirst: false,
      tell(_id, sent) {
        answer = sent
      },
    })
    const said = answer as Sent | undefined
    if (said === undefined) throw new Error('An entry was not sent')
    if (said.is === 'booked') return said
    if (said.is === 'refused' || said.is === 'signed_out' || tries >= TRIES_BEFORE_TOLD) throw errorOf(said.why)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** Returns the error to show, in the reader's language (readers-words.ts). */
export function errorOf({ status, code, title, message, issues, reference }: Refused): ApiError {
  return new ApiError(status, code, title, message, issues, reference)
}
