import type { PointerEvent } from 'react'

/** The pointer has to move so far, in pixels, before a press counts as a selection. */
const DRAG_PX = 4

interface Caret {
  readonly node: Node
  readonly offset: number
}

/**
 * Selects the text under the button of a row while the mouse is dragged over it. The button covers the row, so that all
 * of the row opens the entry, and takes the press that would begin a selection. A press that selects does not open.
 * @param press a `pointerdown` on the button
 */
export function selectRowTextByDrag({ pointerType, button, clientX, clientY }: PointerEvent): void {
  if (pointerType !== 'mouse' || button !== 0) return
  const { dataset } = document.documentElement
  const ended = new AbortController()
  const { signal } = ended
  let start: Caret | undefined
  const drag = (at: globalThis.PointerEvent) => {
    if (start === undefined && Math.hypot(at.clientX - clientX, at.clientY - clientY) < DRAG_PX) return
    // base.css lets the pointer through the rows' buttons meanwhile.
    dataset.selecting = ''
    start ??= caretAt(clientX, clientY)
    const [from, to] = [start, caretAt(at.clientX, at.clientY)]
    // After the browser's own handling of the move, which begins a selection where the pointer is.
    if (from !== undefined && to !== undefined)
      setTimeout(() => document.getSelection()?.setBaseAndExtent(from.node, from.offset, to.node, to.offset))
  }
  const end = () => {
    ended.abort()
    delete dataset.selecting
  }
  window.addEventListener('pointermove', drag, { signal })
  window.addEventListener('pointerup', end, { signal })
  window.addEventListener('pointercancel', end, { signal })
  window.addEventListener('blur', end, { signal })
}

/** Safari has only the older call. */
function caretAt(x: number, y: number): Caret | undefined {
  if ('caretPositionFromPoint' in document) {
    const at = document.caretPositionFromPoint(x, y)
    return at === null ? undefined : { node: at.offsetNode, offset: at.offset }
  }
  const range = (document as Document).caretRangeFromPoint(x, y)
  return range === null ? undefined : { node: range.startContainer, offset: range.startOffset }
}
