import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useColumnChoice } from './column-choice.ts'
import type { EntryColumnId } from './column-ids.ts'
import { ENTRY_TABLE_COLUMNS } from './entry-columns.tsx'

/** The columns that are left out first where there is less room: the panel of an entry has them. */
const LEFT_OUT: readonly EntryColumnId[] = ['voucher', 'reference', 'site', 'mode']
/** The list of questions has more columns of texts, so it leaves these out, too. */
const LEFT_OUT_BESIDE_QUESTIONS: readonly EntryColumnId[] = [...LEFT_OUT, 'bill', 'purpose']
/** The least room for a column of texts, such as purpose and narration, in rem. */
const LEAST_TEXT = 9.5
/** In the list of questions there is room for the person who asked and the day, before columns that were not chosen. */
const LEAST_TEXT_BESIDE_QUESTIONS = 13

/**
 * Returns the columns to show: without those that the reader has hidden, and without some where the table is too narrow
 * for all of them. The menu of the columns names these.
 */
export function useColumnsThatFit(
  table: RefObject<HTMLElement | null>,
  own: readonly EntryColumnId[],
): readonly EntryColumnId[] {
  const hidden = useColumnChoice((state) => state.hidden)
  const chosen = useColumnChoice((state) => state.chosen)
  const setWithoutRoom = useColumnChoice((state) => state.setWithoutRoom)
  const width = useWidth(table)
  const wanted = useMemo(() => own.filter((id) => !hidden.includes(id)), [own, hidden])
  const shown = useMemo(() => columnsThatFit(wanted, width / remPx(), chosen), [wanted, width, chosen])
  useEffect(() => {
    setWithoutRoom(wanted.filter((id) => !shown.includes(id)))
    return () => setWithoutRoom([])
  }, [wanted, shown, setWithoutRoom])
  return shown
}

/**
 * @param width of the table, in rem
 * @param chosen those that the reader has switched on, which are left out after the others
 */
export function columnsThatFit(
  wanted: readonly EntryColumnId[],
  width: number,
  chosen: readonly EntryColumnId[] = [],
): readonly EntryColumnId[] {
  const isChosen = (id: EntryColumnId) => chosen.includes(id)
  const [leftOut, least] = wanted.includes('question')
    ? [LEFT_OUT_BESIDE_QUESTIONS, LEAST_TEXT_BESIDE_QUESTIONS]
    : [LEFT_OUT, LEAST_TEXT]
  let shown = wanted
  for (const id of [...leftOut.filter((one) => !isChosen(one)), ...leftOut.filter(isChosen)])
    if (roomForText(shown, width) < (isChosen(id) ? LEAST_TEXT : least)) shown = shown.filter((one) => one !== id)
  return shown
}

/** Returns what the other columns leave of the width to each column of texts, in rem. */
function roomForText(shown: readonly EntryColumnId[], width: number): number {
  const texts = shown.filter((id) => ENTRY_TABLE_COLUMNS[id].width === '').length
  const taken = shown.map((id) => {
    const own = ENTRY_TABLE_COLUMNS[id].width
    const figure = Number.parseFloat(own || '0')
    return own.endsWith('%') ? (figure / 100) * width : figure
  })
  return (width - taken.reduce((sum, one) => sum + one, 0)) / Math.max(1, texts)
}

/** Returns the size of the page's letters in pixels: rows and columns grow with a reader's larger ones. */
export const remPx = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(() => innerWidth)
  useLayoutEffect(() => {
    const measured = element.current
    if (measured === null) return
    const look = () => setWidth(measured.clientWidth)
    look()
    const observer = new ResizeObserver(look)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return width
}
