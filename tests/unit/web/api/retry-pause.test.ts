import { pauseBeforeRetry } from '@ledger/web/src/shared/api/wait-before-retry.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** How long a user waits for a connection that is tried again. */

const HOUR_MS = 3_600_000
let page: EventTarget & { visibilityState: string }
let device: EventTarget
let stop: AbortController

beforeEach(() => {
  device = new EventTarget()
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  stop = new AbortController()
  vi.stubGlobal('addEventListener', device.addEventListener.bind(device))
  vi.stubGlobal('document', page)
})
afterEach(() => {
  stop.abort()
  vi.unstubAllGlobals()
})

/** Returns whether the pause is over by the next turn. */
async function endsBy(act: () => void): Promise<boolean> {
  let isOver = false
  void pauseBeforeRetry(HOUR_MS, stop.signal).then(() => {
    isOver = true
  })
  act()
  await new Promise((resolve) => setImmediate(resolve))
  return isOver
}

test.each([
  ['the network is back', () => device.dispatchEvent(new Event('online'))],
  ['its window is chosen', () => device.dispatchEvent(new Event('focus'))],
  ['it is brought to the front', () => page.dispatchEvent(new Event('visibilitychange'))],
  ['nobody wants it any more', () => stop.abort()],
])('ends when %s', async (_when, act) => {
  expect(await endsBy(act)).toBe(true)
})

test('goes on when it is put away, and when nothing happens', async () => {
  page.visibilityState = 'hidden'
  expect(await endsBy(() => page.dispatchEvent(new Event('visibilitychange')))).toBe(false)
  expect(await endsBy(() => undefined)).toBe(false)
})

test('ends after its time', () => pauseBeforeRetry(1, stop.signal))
