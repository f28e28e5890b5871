import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => vi.unstubAllGlobals())

it('a booked entry that cannot be shown is logged, and leaves no rejection behind', async () => {
  const { showBookedEntryInLists } = await import('@ledger/web/src/field/outbox/ui/show-booked-entry-in-lists.ts')
  const fault = new Error('A fault of the app')
  const client = new QueryClient()
  vi.spyOn(client, 'cancelQueries').mockRejectedValue(fault)
  const logged = vi.spyOn(console, 'warn').mockReturnValue()
  showBookedEntryInLists(client, undefined)
  await vi.waitFor(() => expect(logged.mock.calls).toEqual([[expect.any(String), fault]]))
  logged.mockRestore()
})
