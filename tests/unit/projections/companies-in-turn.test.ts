import { openRoundRobin } from '@ledger/projections/projector/companies-in-turn.ts'
import { expect, it } from 'vitest'

/** Pages that end when the test ends them, with or without more pending. */
function openPages() {
  const begun: string[] = []
  const under = new Map<string, (isMore: boolean) => void>()
  return {
    begun,
    take(companyId: string): Promise<boolean> {
      begun.push(companyId)
      return new Promise((resolve) => void under.set(companyId, resolve))
    },
    async end(companyId: string, isMore: boolean): Promise<void> {
      under.get(companyId)?.(isMore)
      await new Promise(setImmediate)
    },
  }
}

const never = (error: Error) => {
  throw error
}

it('takes a page of each in turn, two at a time, and lets go whoever has no more', async () => {
  const pages = openPages()
  const ended: number[] = []
  const roundRobin = openRoundRobin(pages.take, () => void ended.push(pages.begun.length), never)
  for (const one of ['a', 'b', 'c', 'a']) roundRobin.add(one)
  expect(pages.begun).toEqual(['a', 'b'])
  await pages.end('a', true)
  // After a page of a company that is far behind comes the next company, not the same one.
  expect(pages.begun).toEqual(['a', 'b', 'c'])
  await pages.end('c', false)
  expect(pages.begun).toEqual(['a', 'b', 'c', 'a'])
  expect(['a', 'b', 'c'].map(roundRobin.has)).toEqual([true, true, false])
  await pages.end('a', false)
  await pages.end('b', false)
  expect({ begun: pages.begun.length, ended }).toEqual({ begun: 4, ended: [3, 4, 4] })
  await roundRobin.close()
})

it('finishes the running pages when it is closed, and begins no other', async () => {
  const pages = openPages()
  const roundRobin = openRoundRobin(pages.take, () => undefined, never)
  for (const one of ['a', 'b', 'c']) roundRobin.add(one)
  const closed = roundRobin.close()
  await pages.end('a', true)
  await pages.end('b', false)
  await closed
  expect(pages.begun).toEqual(['a', 'b'])
})
