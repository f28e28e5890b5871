import { create } from 'zustand'
import type { FlushResult } from '../model/flush.ts'
import type { AnswerEntry, OutboxEntry } from '../model/outbox-entry.ts'
import type { PendingEntry } from '../model/pending-entries.ts'

interface PendingState {
  readonly entries: readonly OutboxEntry[]
  readonly waiting: readonly PendingEntry[]
  /** The waiting answers to questions, the newest first. */
  readonly answers: readonly AnswerEntry[]
  /** The end of the last round. */
  readonly end: FlushResult['is'] | undefined
}

export const NOTHING_PENDING: PendingState = { entries: [], waiting: [], answers: [], end: undefined }

/** The waiting entries of the signed-in user, for the outbox's own parts of the screen. */
export const usePendingEntries = create<PendingState>(() => NOTHING_PENDING)
