import { selectRowTextByDrag } from '@ledger/web/src/shared/entry/list/drag-to-select-row-text.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** While `data-selecting` is set, the rows let the pointer through, and none opens. */

let root: { dataset: Record<string, string> }
let page: EventTarget
const select = vi.fn()
beforeEach(() => {
  select.mockReset()
  root = { dataset: {} }
  page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', {
    documentElement: root,
    caretPositionFromPoint: (x: number) => ({ offsetNode: 'text', offset: x }),
    getSelection: () => ({ setBaseAndExtent: select }),
  })
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const press = (own: object = {}) =>
  selectRowTextByDrag({ pointerType: 'mouse', button: 0, clientX: 100, clientY: 50, ...own } as never)
const moveTo = (clientX: number) =>
  page.dispatchEvent(Object.assign(new Event('pointermove'), { clientX, clientY: 50 }))
const isSelecting = () => 'selecting' in root.dataset

test.each(['pointerup', 'pointercancel', 'blur'])('a drag selects the text under it until %s', (end) => {
  press()
  moveTo(103)
  expect(isSelecting()).toBe(false)
  moveTo(120)
  moveTo(101)
  vi.runAllTimers()
  expect(isSelecting()).toBe(true)
  expect(select.mock.calls).toEqual([
    ['text', 100, 'text', 120],
    ['text', 100, 'text', 101],
  ])
  page.dispatchEvent(new Event(end))
  expect(isSelecting()).toBe(false)
  moveTo(300)
  vi.runAllTimers()
  expect([isSelecting(), select.mock.calls.length]).toEqual([false, 2])
})

test.each([
  ['a finger', { pointerType: 'touch' }],
  ['another button of the mouse', { button: 2 }],
])('%s selects nothing', (_what, own) => {
  press(own)
  moveTo(200)
  expect(isSelecting()).toBe(false)
})
