import { createBatchLoader } from '@ledger/database/connection/batch-loader.ts'
import { beforeEach, expect, test } from 'vitest'

/** The keys of each query so far; a query ends when the test releases it. */
let queries: string[]
let letGo: (() => void)[]
/** The error of every query; undefined where none fails. */
let failure: Error | undefined

beforeEach(() => {
  queries = []
  letGo = []
  failure = undefined
})

const open = (atMost?: number) =>
  createBatchLoader<string, string>(async (keys) => {
    queries.push(keys.join(' '))
    await new Promise<void>((resolve) => letGo.push(resolve))
    if (failure) throw failure
    return (key) => {
      if (key === 'broken') throw new Error('of the row')
      return `found ${key}`
    }
  }, atMost)

const turn = () => new Promise((resolve) => setImmediate(resolve))
/** Ends every query, and the queries that follow. */
async function finish(): Promise<void> {
  for (let quiet = 0; quiet < 5; quiet++) {
    await turn()
    if (letGo.length > 0) quiet = 0
    for (const go of letGo.splice(0)) go()
  }
}

test('those that wait at the same moment are asked for in one query, each key once', async () => {
  const ask = open()
  const all = Promise.all([ask('x'), ask('y'), ask('x')])
  await finish()
  expect(await all).toEqual(['found x', 'found y', 'found x'])
  expect(queries).toEqual(['x y'])
})

test('two queries at a time; who comes meanwhile goes together into the next', async () => {
  const ask = open()
  const all: Promise<string>[] = []
  for (const key of ['1', '2', '3', '4']) {
    all.push(ask(key))
    await turn()
  }
  expect(queries).toEqual(['1', '2'])
  await finish()
  expect(await Promise.all(all)).toEqual(['found 1', 'found 2', 'found 3', 'found 4'])
  expect(queries).toEqual(['1', '2', '3 4'])
})

test('where an answer is large a query has its limit, and nobody who waits is forgotten', async () => {
  const all = Promise.all(['1', '2', '3', '4', '5', '6', '7'].map(open(3)))
  await finish()
  expect(await all).toHaveLength(7)
  expect(queries).toEqual(['1 2 3', '4 5 6', '7'])
})

test('a query that fails rejects its own lookups, and the next ones are answered', async () => {
  const ask = open()
  failure = new Error('Connection terminated unexpectedly')
  const asked = Promise.allSettled([ask('1'), ask('2')])
  await finish()
  expect(await asked).toEqual([1, 2].map(() => ({ status: 'rejected', reason: failure })))
  failure = undefined
  const again = Promise.all([ask('3'), ask('4')])
  await finish()
  expect(await again).toEqual(['found 3', 'found 4'])
  expect(queries).toEqual(['1 2', '3 4'])
})

test('a row that cannot be read leaves no lookup without an answer', async () => {
  const ask = open()
  const asked = Promise.allSettled([ask('x'), ask('broken'), ask('y')])
  await finish()
  expect((await asked).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
})

test('each company has its own queries, two at a time', async () => {
  const [a, b] = [open(), open()]
  const all = Promise.all([a('x'), b('x'), a('y')])
  await turn()
  expect(queries).toEqual(['x y', 'x'])
  await finish()
  expect(await all).toEqual(['found x', 'found x', 'found y'])
})
