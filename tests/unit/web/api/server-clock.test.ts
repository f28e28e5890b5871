import { dayOf } from '@ledger/contracts/dates.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const DAY_MS = 86_400_000
/** Noon in India. */
const NOW = Date.parse('2026-11-22T06:30:00Z')
const at = (ms: number) => new Date(ms).toUTCString()
const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.useFakeTimers({ now: NOW })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Loads the clock as an app does that is opened now. */
async function openApp() {
  vi.resetModules()
  const clock = await import('@ledger/web/src/shared/api/server-clock.ts')
  const { today, onTodayChange } = await import('@ledger/web/src/shared/api/today.ts')
  return { ...clock, today, onTodayChange }
}

test.each([
  ['ahead', 3],
  ['behind', -3],
])(
  'on a phone whose clock is three days %s today is the server’s, also in an app opened without a network, until the clock is put right',
  async (_, days) => {
    vi.setSystemTime(NOW + days * DAY_MS)
    const app = await openApp()
    let changes = 0
    app.onServerClockChange(() => {
      changes += 1
    })
    app.noteServerTime(at(NOW))
    expect([app.today(), changes]).toEqual([dayOf(new Date(NOW).toISOString()), 1])

    vi.setSystemTime(NOW + days * DAY_MS + 60_000)
    expect((await openApp()).today()).toBe(dayOf(new Date(NOW).toISOString()))

    vi.setSystemTime(NOW + 120_000)
    expect((await openApp()).serverNow()).toBe(NOW + 120_000)
  },
)

test('a difference below a minute, an answer without a date, and a garbled note change nothing', async () => {
  const app = await openApp()
  for (const date of [at(NOW + 59_000), null, 'yesterday']) app.noteServerTime(date)
  expect(app.serverNow()).toBe(NOW)
  stored.set('clock', '{"ahead":')
  expect((await openApp()).serverNow()).toBe(NOW)
})

test('the note of a difference goes when the clocks agree again', async () => {
  const app = await openApp()
  app.noteServerTime(at(NOW + DAY_MS))
  expect(stored.size).toBe(1)
  app.noteServerTime(at(NOW))
  expect([stored.size, app.serverNow()]).toEqual([0, NOW])
})

test('an app left open has the next day from midnight in India, also where the phone slept over it', async () => {
  const page = new EventTarget()
  vi.stubGlobal('document', page)
  const { today, onTodayChange } = await openApp()
  const days: string[] = []
  const leave = onTodayChange(() => days.push(today()))
  vi.advanceTimersByTime(12 * 3_600_000 - 1)
  expect(days).toEqual([])
  vi.advanceTimersByTime(1)
  vi.advanceTimersByTime(DAY_MS)
  expect(days).toEqual(['2026-11-23', '2026-11-24'])
  vi.setSystemTime(NOW + 5 * DAY_MS)
  page.dispatchEvent(new Event('visibilitychange'))
  expect(days.at(-1)).toBe('2026-11-27')
  leave()
  vi.advanceTimersByTime(DAY_MS)
  page.dispatchEvent(new Event('visibilitychange'))
  expect(days).toHaveLength(3)
})
