import type { Instant } from '@ledger/contracts/dates.ts'
import { create } from 'zustand'

/** The newest entry made on this phone, until its row has shown itself in a list. */
interface JustSaved {
  readonly row: { readonly id: string; readonly date: Instant } | undefined
}
export const useJustSaved = create<JustSaved>(() => ({ row: undefined }))

export function markJustSaved({ id, date }: { id: string; date: Instant }): void {
  useJustSaved.setState({ row: { id, date } })
}

/** Forgets the entry once its row was seen. A newer one stays. */
export function forgetJustSaved(id: string): void {
  if (useJustSaved.getState().row?.id === id) useJustSaved.setState({ row: undefined })
}
