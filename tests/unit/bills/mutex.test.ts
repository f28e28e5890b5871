import { createMutex } from '@ledger/bills/mutex.ts'
import { expect, it } from 'vitest'

it('does one after the other, in the order in which they came, though one fails', async () => {
  const take = createMutex()
  const done: string[] = []
  const first = Promise.withResolvers<void>()
  const all = [
    take(async () => {
      await first.promise
      done.push('first')
    }),
    take(async () => {
      done.push('second')
      throw new Error('No')
    }),
    take(async () => done.push('third')),
  ]
  expect(done).toEqual([])
  first.resolve()
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(done).toEqual(['first', 'second', 'third'])
})
