import type { Transaction } from '@ledger/contracts/shapes.ts'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect } from 'react'
import { create } from 'zustand'
import type { FieldUser } from '../../shared/session/session.ts'

/** What waits for a row of a list, or a row of what is not in the ledger yet. */
export interface ShownRow {
  /** As it will be. */
  readonly as: Transaction
  /** How many bills it will have. */
  readonly bills: number
  /** It will be deleted. */
  readonly isGoing: boolean
  /** Says in a word and a sign that it waits. */
  readonly mark: ReactNode
}

export interface BarProps {
  onOpen(): void
}

interface Shown {
  /** How many things wait or were refused. */
  readonly count: number
  /** By the id of the row. */
  readonly rows: Readonly<Record<string, ShownRow>>
  /** What will be new rows, the newest first. */
  readonly added: readonly Transaction[]
  /** Says what waits, where something does. */
  readonly Bar: ComponentType<BarProps> | undefined
}

export const NOTHING_SHOWN: Shown = { count: 0, rows: {}, added: [], Bar: undefined }

type Awaited = Pick<UseQueryResult, 'isPending' | 'failureCount'>

/** What the screens show of the outbox. Its code, which fills this, comes after the first screen. */
export const useShown = create<Shown>(() => NOTHING_SHOWN)

/** @param query what the screen is for: nothing comes before it, or before it failed again; after the first time what was kept may stand in */
export function useOutbox(user: FieldUser, { isPending, failureCount }: Awaited): void {
  const client = useQueryClient()
  const isReady = !isPending || failureCount > 1
  useEffect(() => {
    if (!isReady) return
    // In a task of its own: what the screen is for is painted before.
    const timer = setTimeout(() => import('./watch.tsx').then(({ watch }) => watch(user, client), triedAgain))
    return () => clearTimeout(timer)
  }, [isReady, user, client])
}

/** Where the network did not bring it, the next screen asks for it again. */
function triedAgain(): void {}
