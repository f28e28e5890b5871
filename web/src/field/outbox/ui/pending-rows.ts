import type { Transaction } from '@ledger/contracts/http/responses.ts'
import type { ComponentType, ReactNode } from 'react'
import { create } from 'zustand'

/** A row of a list with its waiting change, or a row that is not in the ledger yet. */
export interface PendingRow {
  /** The row as it will be. */
  readonly as: Transaction
  /** The number of bills that it will have. */
  readonly bills: number
  /** True where it will be deleted. */
  readonly isGoing: boolean
  /** Marks the row as waiting, with a word and a sign. */
  readonly mark: ReactNode
}

export interface PendingBarProps {
  onOpen(): void
}

interface PendingRows {
  /** The number of expenses and rows with waiting or refused entries. */
  readonly count: number
  /** The rows by their ids. */
  readonly rows: Readonly<Record<string, PendingRow>>
  /** The rows that will be new, the newest first. */
  readonly added: readonly Transaction[]
  /** The bar that shows the waiting entries, where there are any. */
  readonly Bar: ComponentType<PendingBarProps> | undefined
}

export const NO_PENDING_ROWS: PendingRows = { count: 0, rows: {}, added: [], Bar: undefined }

/** The state of the outbox as the screens show it. The code that fills it is loaded after the first screen. */
export const usePendingRows = create<PendingRows>(() => NO_PENDING_ROWS)
