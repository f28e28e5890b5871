import { create } from 'zustand'
import type { Entry } from './entry.ts'
import type { RoundEnd } from './round.ts'
import type { Waiting } from './what-waits.ts'

interface State {
  readonly entries: readonly Entry[]
  readonly waiting: readonly Waiting[]
  /** The end of the last round. */
  readonly end: RoundEnd['is'] | undefined
}

export const NOTHING_WAITS: State = { entries: [], waiting: [], end: undefined }

/** The waiting entries of the signed-in user, for the outbox's own parts of the screen. */
export const useWaiting = create<State>(() => NOTHING_WAITS)
