import type { Transaction } from '@ledger/contracts/shapes.ts'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect } from 'react'
import { create } from 'zustand'
import type { FieldUser } from '../../shared/session/session.ts'

/** A row of a list with its waiting change, or a row that is not in the ledger yet. */
export interface ShownRow {
  /** The row as it will be. */
  readonly as: Transaction
  /** The number of bills that it will have. */
  readonly bills: number
  /** True where it will be deleted. */
  readonly isGoing: boolean
  /** Marks the row as waiting, with a word and a sign. */
  readonly mark: ReactNode
}

export interface BarProps {
  onOpen(): void
}

interface Shown {
  /** The number of expenses and rows with waiting or refused entries. */
  readonly count: number
  /** The rows by their ids. */
  readonly rows: Readonly<Record<string, ShownRow>>
  /** The rows that will be new, the newest first. */
  readonly added: readonly Transaction[]
  /** The bar that shows the waiting entries, where there are any. */
  readonly Bar: ComponentType<BarProps> | undefined
}

export const NOTHING_SHOWN: Shown = { count: 0, rows: {}, added: [], Bar: undefined }

type Awaited = Pick<UseQueryResult, 'isPending' | 'failureCount'>

/** The state of the outbox as the screens show it. The code that fills it is loaded after the first screen. */
export const useShown = create<Shown>(() => NOTHING_SHOWN)

/**
 * Loads the outbox after the screen's main query.
 * @param query the screen's main query: the outbox waits until it is answered or has failed twice, because after the
 * first failure a stored answer may stand in
 */
export function useOutbox(user: FieldUser, { isPending, failureCount }: Awaited): void {
  const client = useQueryClient()
  const isReady = !isPending || failureCount > 1
  useEffect(() => {
    if (!isReady) return
    // A task of its own lets the browser paint the query's answer first.
    const timer = setTimeout(() => import('./watch.tsx').then(({ watch }) => watch(user, client), triedAgain))
    return () => clearTimeout(timer)
  }, [isReady, user, client])
}

/** Where the network did not load the code, the next screen asks for it again. */
function triedAgain(): void {}
