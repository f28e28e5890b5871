import { onHidden, untilVisible } from '@ledger/web/src/app/live-updates/page-visibility.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let page: EventTarget & { visibilityState: DocumentVisibilityState }
beforeEach(() => {
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const })
  vi.stubGlobal('document', page)
})
afterEach(() => void vi.unstubAllGlobals())

function turn(visibilityState: DocumentVisibilityState): void {
  page.visibilityState = visibilityState
  page.dispatchEvent(new Event('visibilitychange'))
}
async function isOver(promise: Promise<void>): Promise<boolean> {
  return await Promise.race([promise.then(() => true), new Promise<false>((resolve) => setImmediate(resolve, false))])
}

test('a listener is called when the page is hidden, not when it is shown, until it is removed', () => {
  const called = vi.fn()
  const remove = onHidden(new AbortController().signal, called)
  turn('visible')
  expect(called).not.toHaveBeenCalled()
  turn('hidden')
  expect(called).toHaveBeenCalledTimes(1)
  remove()
  turn('hidden')
  expect(called).toHaveBeenCalledTimes(1)
})

test('the end of the signal counts as hidden', () => {
  const called = vi.fn()
  const ended = new AbortController()
  onHidden(ended.signal, called)
  ended.abort()
  expect(called).toHaveBeenCalledTimes(1)
})

test('a wait is over at once on a shown page, and on a hidden one when it is shown or the signal ends', async () => {
  const ended = new AbortController()
  expect(await isOver(untilVisible(ended.signal))).toBe(true)
  turn('hidden')
  const [shown, aborted] = [untilVisible(new AbortController().signal), untilVisible(ended.signal)]
  turn('hidden')
  expect([await isOver(shown), await isOver(aborted)]).toEqual([false, false])
  ended.abort()
  expect([await isOver(shown), await isOver(aborted)]).toEqual([false, true])
  turn('visible')
  expect(await isOver(shown)).toBe(true)
})
