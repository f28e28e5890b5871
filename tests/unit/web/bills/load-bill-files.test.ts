import type { Bill } from '@ledger/contracts/bill-schemas.ts'
import { loadBillFiles } from '@ledger/web/src/shared/entry/dialog/load-bill-files.ts'
import { afterEach, expect, test, vi } from 'vitest'

const BILLS: Bill[] = [
  { id: 'a'.repeat(64), type: 'image/jpeg', width: 10, height: 20 },
  { id: 'b'.repeat(64), type: 'application/pdf', width: null, height: null },
]
/** A browser opens a share sheet only so long after the tap, in ms. */
const SHARE_SHEET_LIMIT_MS = 5000

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the bills of an entry are files, in their order and by their kind', async () => {
  vi.stubGlobal('fetch', async (path: string) => new Response(path))
  const files = (await loadBillFiles(BILLS)) ?? []
  expect(files.map(({ name, type }) => [name, type])).toEqual([
    ['bill-1.jpg', 'image/jpeg'],
    ['bill-2.pdf', 'application/pdf'],
  ])
  expect(await files[1]?.text()).toBe(`/api/bills/${'b'.repeat(64)}`)
})

test('bills that are slow are given up while a share sheet still opens', async () => {
  const limit = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const never = (_path: string, { signal }: { signal: AbortSignal }) =>
    new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  vi.stubGlobal('fetch', never)
  const files = loadBillFiles(BILLS)
  expect(timeout).toHaveBeenCalledOnce()
  expect(timeout.mock.calls[0]?.[0]).toBeLessThan(SHARE_SHEET_LIMIT_MS)
  limit.abort(new DOMException('It took too long', 'TimeoutError'))
  expect(await files).toBeUndefined()
  expect(warn).toHaveBeenCalledOnce()
})

test('a bill that is refused leaves no file', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.stubGlobal('fetch', async () => new Response('', { status: 410 }))
  expect(await loadBillFiles(BILLS)).toBeUndefined()
})
