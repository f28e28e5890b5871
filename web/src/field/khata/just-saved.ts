import type { Instant } from '@ledger/contracts/dates.ts'
import { create } from 'zustand'

/** The newest entry made on this phone, until its row has shown itself in a list. */
export interface JustSaved {
  readonly row: { readonly id: string; readonly date: Instant } | undefined
}
export const NOT_JUST_SAVED: JustSaved = { row: undefined }
export const useJustSaved = create<JustSaved>(() => NOT_JUST_SAVED)

export function markJustSaved({ id, date }: { id: string; date: Instant }): void {
  useJustSaved.setState({ row: { id, date } })
}

/** Forgets the entry once its row was seen, or where the entry is gone. A newer one stays. */
export function forgetJustSaved(id: string): void {
  if (useJustSaved.getState().row?.id === id) useJustSaved.setState(NOT_JUST_SAVED)
}
