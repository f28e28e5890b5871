import { openFairQueue, openTurns } from '@ledger/database/concurrency/fair-queue.ts'
import { expect, test } from 'vitest'

function opened(...waiting: [company: string, ...jobs: string[]][]) {
  const turns = openTurns<string>()
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
  const stays = new AbortController().signal
  const gone = new AbortController()
  const begun: string[] = []
  const begin = (company: string, job: string, signal = stays) =>
    queue.acquire(company, signal).then((release) => {
      begun.push(job)
      return release
    })
  const [first, second] = await Promise.all([begin('acme', 'a1'), begin('acme', 'a2')])
  const left = begin('acme', 'a3', gone.signal)
  const third = begin('acme', 'a4')
  const other = begin('beta', 'b1')
  gone.abort(new Error('Gone'))
  await expect(left).rejects.toThrow('Gone')
  expect(begun).toEqual(['a1', 'a2'])
  first?.()
  await third
  second?.()
  await other
  expect(begun).toEqual(['a1', 'a2', 'a4', 'b1'])
  await expect(queue.acquire('acme', gone.signal)).rejects.toThrow('Gone')
})
