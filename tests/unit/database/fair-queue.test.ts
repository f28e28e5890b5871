import { openFairQueue, openRoundRobinQueue } from '@ledger/database/concurrency/fair-queue.ts'
import { expect, test } from 'vitest'

function opened(...waiting: [company: string, ...jobs: string[]][]) {
  const turns = openRoundRobinQueue<string>()
  for (const [company, ...jobs] of waiting) for (const job of jobs) turns.add(company, job)
  return turns
}

const all = (turns: ReturnType<typeof opened>) =>
  Array.from({ length: 9 }, turns.next).filter((job) => job !== undefined)

test('one of each company in turn, of each in the order in which they came', () => {
  expect(all(opened(['acme', 'a1', 'a2', 'a3', 'a4'], ['beta', 'b1'], ['gamma', 'g1', 'g2']))).toEqual(
    'a1 b1 g1 a2 g2 a3 a4'.split(' '),
  )
})

test('a company that comes later is not the last of all that wait, but the last company', () => {
  const turns = opened(['acme', 'a1', 'a2', 'a3', 'a4'])
  expect(turns.next()).toBe('a1')
  turns.add('beta', 'b1')
  turns.add('acme', 'a5')
  expect(all(turns)).toEqual(['a2', 'b1', 'a3', 'a4', 'a5'])
})

test('who goes away is passed over, and was not there twice', () => {
  const turns = opened(['acme', 'a1', 'a2'], ['beta', 'b1'])
  expect([turns.remove('acme', 'a1'), turns.remove('acme', 'a1'), turns.remove('beta', 'a2')]).toEqual([
    ...[true, false, false],
  ])
  expect(turns.remove('beta', 'b1')).toBe(true)
  expect(all(turns)).toEqual(['a2'])
  expect(turns.next()).toBeUndefined()
})

test('a queue has so many jobs under way, gives a freed slot to the next company, and forgets who went away', async () => {
  const queue = openFairQueue(2)
  const gone = new AbortController()
  const begun = new Map<string, () => void>()
  const begin = (company: string, job: string, signal?: AbortSignal) =>
    queue.run(company, () => new Promise<void>((end) => void begun.set(job, end)), signal)
  const all = [begin('acme', 'a1'), begin('acme', 'a2')]
  const end = async (job: string) => {
    begun.get(job)?.()
    await new Promise(setImmediate)
  }
  const left = begin('acme', 'a3', gone.signal)
  all.push(begin('acme', 'a4'), begin('beta', 'b1'))
  gone.abort(new Error('Gone'))
  await expect(left).rejects.toThrow('Gone')
  expect([...begun.keys()]).toEqual(['a1', 'a2'])
  await end('a1')
  expect([...begun.keys()]).toEqual(['a1', 'a2', 'a4'])
  await end('a2')
  expect([...begun.keys()]).toEqual(['a1', 'a2', 'a4', 'b1'])
  await expect(begin('acme', 'a5', gone.signal)).rejects.toThrow('Gone')
  await Promise.all(['a4', 'b1'].map(end))
  await Promise.all(all)
})

test('with one slot it does one after the other, in the order in which they came, though one fails', async () => {
  const queue = openFairQueue(1)
  const done: string[] = []
  const first = Promise.withResolvers<void>()
  const all = [
    queue.run('acme', async () => {
      await first.promise
      done.push('first')
    }),
    queue.run('acme', async () => {
      done.push('second')
      throw new Error('No')
    }),
    queue.run('acme', async () => done.push('third')),
  ]
  expect(done).toEqual([])
  first.resolve()
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(done).toEqual(['first', 'second', 'third'])
})
