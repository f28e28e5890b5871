import { begin, notTaken, refuse, settle } from './decide.ts'
import type { Refused } from './entry.ts'
import { type Absent, type Sent, sendEntry, whyNotNow } from './send.ts'
import type { Store } from './store.ts'

/** How a round ended: nothing left that could be sent, or what keeps the rest. `afterMs` is what the server asked to wait. */
export type RoundEnd =
  | { readonly is: 'done' }
  | { readonly is: 'later'; readonly why: Refused; readonly afterMs: number }
  | { readonly is: 'signed_out'; readonly why: Refused }

export interface Round {
  readonly store: Store
  readonly owner: string
  /** The phone has reason to think that it would be in vain: then nothing is begun before a harmless call was answered. */
  readonly looksFirst: boolean
  /** Said after it is written. */
  tell(id: string, sent: Sent): void
}

const LOCK = 'outbox'

/** Whichever tab or worker it is, one at a time sends. Where a page has no locks, two may: the same key books once. */
export function alone<T>(task: () => Promise<T>): Promise<T> {
  const { locks } = navigator
  return locks === undefined ? task() : locks.request(LOCK, task)
}

/** Sends what waits of one account, in order, until nothing is left or something keeps it from going on. */
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

/** What one page or worker tells the others; without `sent` only that something has changed. */
export interface Told {
  readonly owner: string
  readonly id?: string
  readonly sent?: Sent
}

export function openChannel(): BroadcastChannel | undefined {
  return typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('outbox')
}
