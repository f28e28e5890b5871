import { create } from 'zustand'
import { ENTRY_COLUMN_IDS, type EntryColumnId } from './column-ids.ts'

const HIDDEN_KEY = 'entryColumnsHidden'
const CHOSEN_KEY = 'entryColumnsChosen'

interface ColumnChoice {
  readonly hidden: readonly EntryColumnId[]
  /** Those that the reader has switched on: in a narrow table they stay before the others. */
  readonly chosen: readonly EntryColumnId[]
  /** Those that the table on the screen has no room for. */
  readonly withoutRoom: readonly EntryColumnId[]
  show(id: EntryColumnId): void
  hide(id: EntryColumnId): void
  setWithoutRoom(withoutRoom: readonly EntryColumnId[]): void
}

/** The columns that the reader of this browser has hidden and switched on in every table of entries. */
export const useColumnChoice = create<ColumnChoice>((set, get) => {
  const store = (hidden: readonly EntryColumnId[], chosen: readonly EntryColumnId[]) => {
    localStorage.setItem(HIDDEN_KEY, hidden.join(' '))
    localStorage.setItem(CHOSEN_KEY, chosen.join(' '))
    set({ hidden, chosen })
  }
  const without = (ids: readonly EntryColumnId[], id: EntryColumnId) => ids.filter((one) => one !== id)
  return {
    hidden: storedColumns(globalThis.localStorage?.getItem(HIDDEN_KEY) ?? ''),
    chosen: storedColumns(globalThis.localStorage?.getItem(CHOSEN_KEY) ?? ''),
    withoutRoom: [],
    show(id) {
      const { hidden, chosen } = get()
      store(without(hidden, id), [...without(chosen, id), id])
    },
    hide(id) {
      const { hidden, chosen } = get()
      store([...without(hidden, id), id], without(chosen, id))
    },
    setWithoutRoom(withoutRoom) {
      set({ withoutRoom })
    },
  }
})

/** Returns the columns named in a stored text. A name that no column has is left out. */
export function storedColumns(stored: string): EntryColumnId[] {
  const names = stored.split(' ')
  return ENTRY_COLUMN_IDS.filter((id) => names.includes(id))
}
