import { create } from 'zustand'
import { ENTRY_COLUMN_IDS, type EntryColumnId } from './column-ids.ts'

const STORAGE_KEY = 'entryColumnsHidden'

interface HiddenColumns {
  readonly hidden: readonly EntryColumnId[]
  toggle(id: EntryColumnId): void
}

/** The columns that the reader of this browser has hidden in every table of entries. */
export const useHiddenColumns = create<HiddenColumns>((set, get) => ({
  hidden: storedColumns(globalThis.localStorage?.getItem(STORAGE_KEY) ?? ''),
  toggle(id) {
    const before = get().hidden
    const hidden = before.includes(id) ? before.filter((one) => one !== id) : [...before, id]
    localStorage.setItem(STORAGE_KEY, hidden.join(' '))
    set({ hidden })
  },
}))

/** Returns the columns named in a stored text. A name that no column has is left out. */
export function storedColumns(stored: string): EntryColumnId[] {
  const names = stored.split(' ')
  return ENTRY_COLUMN_IDS.filter((id) => names.includes(id))
}
