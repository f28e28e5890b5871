import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

/** The constants of §9 that no screen shows by itself. */

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('what is fetched', () => {
  test('is stale at once, kept five minutes after its last use, and read again with the window and the screen', async () => {
    const { createQueryClient } = await import('@ledger/web/src/app/query-client.ts')
    const { queries } = createQueryClient().getDefaultOptions()
    expect(queries).toMatchObject({ staleTime: 0, gcTime: 5 * 60_000 })
    // The library's own defaults are to read again on focus and on mount; nothing here turns them off.
    expect(queries).not.toHaveProperty('refetchOnWindowFocus')
    expect(queries).not.toHaveProperty('refetchOnMount')
  })
})

describe('a toast', () => {
  test('that was dismissed is forgotten after 1,000,000 ms', async () => {
    vi.useFakeTimers()
    const { dismissToast, showToast, useToasts } = await import('@ledger/web/src/shared/design/toast/toast-store.ts')
    showToast({ tone: 'done', title: 'Saved' })
    dismissToast()
    expect(useToasts.getState()).toMatchObject({ open: false, toast: { title: 'Saved' } })
    vi.advanceTimersByTime(999_999)
    expect(useToasts.getState().toast).toBeDefined()
    vi.advanceTimersByTime(1)
    expect(useToasts.getState().toast).toBeUndefined()
  })
})

describe('a device', () => {
  const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36'
  const DESK = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36'

  test.each([
    ['a phone by its name, whatever its size', PHONE, 1440, 900, true],
    ['a viewport of 768 by 1024', DESK, 768, 1024, true],
    ['a viewport one pixel wider', DESK, 769, 1024, false],
    ['a viewport one pixel higher', DESK, 768, 1025, false],
  ] as const)('%s: mobile or not', async (_what, userAgent, innerWidth, innerHeight, isMobile) => {
    vi.stubGlobal('navigator', { userAgent })
    vi.stubGlobal('window', { innerWidth, innerHeight })
    const { isMobileDevice } = await import('@ledger/web/src/shared/voice/mobile-device.ts')
    expect(isMobileDevice()).toBe(isMobile)
  })
})

describe('rupees', () => {
  test.each([
    ['0.00', '₹0'],
    ['5000.00', '₹5,000'],
    ['3749.5', '₹3,749.50'],
    ['0.05', '₹0.05'],
    ['123456.78', '₹1,23,456.78'],
    ['99999999999.99', '₹99,99,99,99,999.99'],
    ['-250.50', '−₹250.50'],
  ])('%s reads %s: Indian grouping, none or two digits after the point', async (decimal, text) => {
    const { rupees } = await import('@ledger/web/src/shared/language/format-money-and-dates.ts')
    expect(rupees(decimal)).toBe(text)
  })

  test('of what is no number are ₹0', async () => {
    const { rupees } = await import('@ledger/web/src/shared/language/format-money-and-dates.ts')
    for (const none of ['', 'abc', 'NaN', 'Infinity', '1e3', '1,000']) expect(rupees(none), none).toBe('₹0')
  })
})
