import { create } from 'zustand'
import type { Entry } from './entry.ts'
import type { RoundEnd } from './round.ts'
import type { Waiting } from './what-waits.ts'

interface State {
  readonly entries: readonly Entry[]
  readonly waiting: readonly Waiting[]
  /** How the last round ended. */
  readonly end: RoundEnd['is'] | undefined
}

export const NOTHING_WAITS: State = { entries: [], waiting: [], end: undefined }

/** What waits of whoever is signed in here, for the outbox's own parts of the screen. */
export const useWaiting = create<State>(() => NOTHING_WAITS)
