import { runOnce, shareWhileRunning } from '@ledger/database/concurrency/share-while-running.ts'
import { expect, test } from 'vitest'

test('calls share the work of their key while it runs, and a failure too; the next call starts it again', async () => {
  const begun: string[] = []
  const work = shareWhileRunning(
    async ({ id }: { id: number }) => {
      begun.push(`work ${id}`)
      if (id === 2) throw new Error('failed')
      return id
    },
    ({ id }) => id,
  )
  const all = [1, 2, 1, 2].map((id) => work({ id }))
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
    ...['fulfilled', 'rejected'],
    ...['fulfilled', 'rejected'],
  ])
  expect(begun).toEqual(['work 1', 'work 2'])
  expect(await work({ id: 1 })).toBe(1)
  expect(begun).toEqual(['work 1', 'work 2', 'work 1'])
})

test('work that runs once is started again only after a failure', async () => {
  const answers = [Promise.reject(new Error('failed')), Promise.resolve('first'), Promise.resolve('second')]
  const work = runOnce(() => answers.shift() ?? Promise.resolve('none'))
  await expect(Promise.all([work(), work()])).rejects.toThrow('failed')
  expect(await Promise.all([work(), work()])).toEqual(['first', 'first'])
  expect(await work()).toBe('first')
})
