import { readUnchangedLedger } from '@ledger/web/src/shared/export/read-unchanged-ledger.ts'
import { expect, test } from 'vitest'

/** Returns a reader of states, one position after the other. */
const stateOf = (...positions: number[]) => {
  const left = [...positions]
  return async () => ({ position: left.shift() ?? expect.unreachable() })
}

test('parts of one state are returned, and read again where an entry was booked in between', async () => {
  const read: number[] = []
  const parts = async ({ position }: { position: number }) => read.push(position)
  expect(await readUnchangedLedger(stateOf(4, 4), parts)).toBe(1)
  expect(await readUnchangedLedger(stateOf(4, 5, 6, 6), parts)).toBe(3)
  expect(read).toEqual([4, 4, 6])
})

test('a ledger that changes each time gives no parts of two states', async () => {
  await expect(readUnchangedLedger(stateOf(1, 2, 3, 4, 5, 6), async () => 'parts')).rejects.toThrow('changed each time')
})
