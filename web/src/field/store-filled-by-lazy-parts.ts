import type { OwnQuestion } from '@ledger/contracts/http/questions/question-schemas.ts'
import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import type { ComponentType, ReactNode } from 'react'
import { create } from 'zustand'
import type { AccountDays } from './khata/account-days-from-months.ts'

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

export interface QuestionPanelProps {
  onAnswer(question: AskedQuestion): void
}

/** A question as the dialog of its answer needs it. */
export type AskedQuestion = Pick<OwnQuestion, 'id' | 'text'>

interface LazyParts {
  /** The number of expenses and rows with waiting or refused entries, and of waiting or refused answers. */
  readonly count: number
  /** The rows by their ids. */
  readonly rows: Readonly<Record<string, PendingRow>>
  /** The rows that will be new, the newest first. */
  readonly added: readonly Transaction[]
  /** Adds what waits to the sums of days; undefined where nothing does. */
  readonly withWaiting: ((known: AccountDays) => AccountDays) | undefined
  /** The bar that shows the waiting entries, where there are any. */
  readonly Bar: ComponentType<PendingBarProps> | undefined
  /** The marks of the rows that head office asks about, by their ids. */
  readonly asked: Readonly<Record<string, ReactNode>>
  /** The list of the open questions of head office, where there are any (questions/watch-questions.tsx). */
  readonly Questions: ComponentType<QuestionPanelProps> | undefined
  /** The number of photos of bills that have no entry yet (unfinished-photos/watch-unfinished.ts). */
  readonly unfinished: number
  /** The line that counts them, once there was one. */
  readonly Tray: ComponentType | undefined
  /** The one offer to install the app, where it is due (install/show-install-offer-when-due.ts). */
  readonly InstallOffer: ComponentType | undefined
}

export const NO_LAZY_PARTS: LazyParts = {
  count: 0,
  rows: {},
  added: [],
  withWaiting: undefined,
  Bar: undefined,
  asked: {},
  Questions: undefined,
  unfinished: 0,
  Tray: undefined,
  InstallOffer: undefined,
}

/** The state of the outbox as the screens show it. The code that fills it is loaded after the first screen. */
export const useLazyParts = create<LazyParts>(() => NO_LAZY_PARTS)
