import { dismissToast, showToast, useToasts } from '@ledger/web/src/shared/design/toast/toast-store.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleTransaction } from '../sample-transaction.ts'

/** Toasts say what the outbox has sent. There is one toast at a time. */

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const balance = { totalReceived: '0.00', totalSpent: '0.00', currentBalance: '0.00' }
const booked = (id: string) => ({ ...sampleTransaction(id), balance })
const shown = () => {
  const { open, toast } = useToasts.getState()
  return open ? toast?.title : undefined
}
async function startToaster() {
  const { bookedToaster } = await import('@ledger/web/src/field/outbox/ui/toast-booked.ts')
  const stop = new AbortController()
  return { toastBooked: bookedToaster(stop.signal), stop }
}
const undo = { label: 'Undo', run: () => undefined }

test('a toast with an action outlives what is sent meanwhile, which is said together after it', async () => {
  const { toastBooked } = await startToaster()
  showToast({ tone: 'done', title: 'Photo kept', action: undo })
  toastBooked([booked('a')])
  toastBooked([])
  toastBooked([booked('b'), booked('c')])
  expect(shown()).toBe('Photo kept')
  dismissToast()
  // The action shows a toast of its own.
  showToast({ tone: 'done', title: 'Taking back…' })
  vi.advanceTimersByTime(1)
  expect(shown()).toBe('Taking back…')
  dismissToast()
  vi.advanceTimersByTime(1)
  expect(shown()).toBe('3 entries were sent')
})

test('a toast without an action gives way at once, and nothing is said after the sign-out', async () => {
  const { toastBooked, stop } = await startToaster()
  showToast({ tone: 'done', title: 'Saved on this phone' })
  toastBooked([booked('a')])
  expect(shown()).toBe('Expense saved successfully!')
  showToast({ tone: 'done', title: 'Photo kept', action: undo })
  toastBooked([booked('b')])
  stop.abort()
  dismissToast()
  vi.advanceTimersByTime(1)
  expect(shown()).toBeUndefined()
})
