import { parseCursor } from './transaction-order-and-cursor.ts'

/** The cursor of a list whose pages are all of one state: the state before the cursor of a list. */

const STATE_CURSOR_PATTERN = /^(\d{1,15})_(.+)$/

export const formatStateCursor = (state: number, cursor: string) => `${state}_${cursor}`

/** Returns undefined for a text that `formatStateCursor` did not write. */
export function parseStateCursor(text: string): { state: number; cursor: string } | undefined {
  const [, state, cursor = ''] = STATE_CURSOR_PATTERN.exec(text) ?? []
  return parseCursor(cursor) && { state: Number(state), cursor }
}
