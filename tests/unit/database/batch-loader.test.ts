import { type CompanyLookupKeys, createBatchLoader } from '@ledger/database/connection/batch-loader.ts'
import { beforeEach, expect, test } from 'vitest'

/** The queries so far, each as `company: keys`; a query ends when the test releases it. */
let queries: string[]
let letGo: (() => void)[]
/** Companies whose every query fails, and the error. */
let failing: Map<string, Error>
const said = ({ companyId, keys }: CompanyLookupKeys<string>) => `${companyId}: ${keys.join(' ')}`

beforeEach(() => {
  queries = []
  letGo = []
  failing = new Map()
})

async function query(asked: readonly CompanyLookupKeys<string>[]): Promise<void> {
  queries.push(asked.map(said).join('; '))
  await new Promise<void>((resolve) => letGo.push(resolve))
  for (const { companyId } of asked) {
    const error = failing.get(companyId)
    if (error) throw error
  }
}

const open = (mayJoin = true, atMost?: number) =>
  createBatchLoader<string, string>(
    {
      async loadForCompany(companyId, keys) {
        await query([{ companyId, keys }])
        return (key) => `${key} of ${companyId}`
      },
      async loadForCompanies(asked) {
        await query(asked)
        return (companyId, key) => `${key} of ${companyId}`
      },
    },
    mayJoin,
    atMost,
  )

const turn = () => new Promise((resolve) => setImmediate(resolve))
/** Ends every query, and the queries that follow. */
async function finish(): Promise<void> {
  for (let quiet = 0; quiet < 5; quiet++) {
    await turn()
    if (letGo.length > 0) quiet = 0
    for (const go of letGo.splice(0)) go()
  }
}

test('one company is asked for by itself, each key once', async () => {
  const ask = open()('a')
  const all = Promise.all([ask('x'), ask('y'), ask('x')])
  await finish()
  expect(await all).toEqual(['x of a', 'y of a', 'x of a'])
  expect(queries).toEqual(['a: x y'])
})

test('those that wait at the same moment are asked for in one query, and each is answered its own', async () => {
  const of = open()
  const [a, b] = [of('a'), of('b')]
  const all = Promise.all([a('x'), b('x'), a('y'), b('z')])
  await finish()
  expect(await all).toEqual(['x of a', 'x of b', 'y of a', 'z of b'])
  expect(queries).toEqual(['a: x y; b: x z'])
})

test('two queries at a time; who comes meanwhile goes together into the next', async () => {
  const of = open()
  const [a, b] = [of('a'), of('b')]
  const all: Promise<string>[] = []
  for (const ask of [() => a('1'), () => b('1'), () => a('2'), () => b('2')]) {
    all.push(ask())
    await turn()
  }
  expect(queries).toEqual(['a: 1', 'b: 1'])
  await finish()
  expect(await Promise.all(all)).toEqual(['1 of a', '1 of b', '2 of a', '2 of b'])
  expect(queries).toEqual(['a: 1', 'b: 1', 'a: 2; b: 2'])
})

test('a query of several has its limit, and whoever found no room is the first of the next', async () => {
  const of = open()
  const [a, b, c] = [of('a'), of('b'), of('c')]
  const many = (ask: (key: string) => Promise<string>) => Array.from({ length: 700 }, (_, n) => ask(String(n)))
  const all = Promise.all([...many(a), ...many(b), c('x')])
  await finish()
  expect((await all).at(-1)).toBe('x of c')
  expect(queries.map((text) => text.replaceAll(/[\d ]+/g, ''))).toEqual(['a:;c:x', 'b:'])
})

test('where an answer is large one company has its limit, too, and nobody who waits is forgotten', async () => {
  const of = open(true, 3)
  const [a, b] = [of('a'), of('b')]
  const all = Promise.all(['1', '2', '3', '4', '5', '6', '7'].map(a).concat(b('x'), b('y')))
  await finish()
  expect(await all).toHaveLength(9)
  expect(queries).toEqual(['a: 1 2 3', 'b: x y', 'a: 4 5 6', 'a: 7'])
})

test('nobody fails by another’s fault; whose it was goes by itself until it is mended', async () => {
  const of = open()
  const [a, b, c] = [of('a'), of('b'), of('c')]
  const all = (key: string) => Promise.allSettled([a(key), b(key), c(key)])
  const values = (settled: PromiseSettledResult<string>[]) =>
    settled.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))
  failing.set('b', new Error('of b'))
  let asked = all('1')
  await finish()
  expect(values(await asked)).toEqual(['1 of a', 'Error: of b', '1 of c'])
  expect(queries.splice(0)).toEqual(['a: 1; b: 1; c: 1', 'a: 1', 'b: 1', 'c: 1'])

  asked = all('2')
  await finish()
  expect(values(await asked)).toEqual(['2 of a', 'Error: of b', '2 of c'])
  expect(queries.splice(0)).toEqual(['a: 2; c: 2', 'b: 2'])

  failing.clear()
  for (const key of ['3', '4']) {
    asked = all(key)
    await finish()
    expect(values(await asked)).toEqual([`${key} of a`, `${key} of b`, `${key} of c`])
  }
  expect(queries).toEqual(['a: 3; c: 3', 'b: 3', 'a: 4; b: 4; c: 4'])
})

test('where a query of several fails, no more than two at a time find out whose fault it is', async () => {
  const of = open()
  failing.set('c', new Error('of c'))
  const asked = Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((company) => of(company)('x')))
  await turn()
  for (const go of letGo.splice(0)) go()
  await turn()
  await turn()
  expect(queries.splice(0)).toEqual(['a: x; b: x; c: x; d: x; e: x', 'a: x', 'b: x'])
  await finish()
  expect(queries).toEqual(['c: x', 'd: x', 'e: x'])
  expect((await asked).map(({ status }) => status)).toEqual([
    ...['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  ])
})

test('where the database is away all are told so by one query, and go on together', async () => {
  const of = open()
  const [a, b] = [of('a'), of('b')]
  failing.set('a', new Error('Connection terminated unexpectedly'))
  const asked = Promise.allSettled([a('1'), b('1')])
  await finish()
  expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(queries.splice(0)).toEqual(['a: 1; b: 1'])
  failing.clear()
  const again = Promise.all([a('2'), b('2')])
  await finish()
  expect(await again).toEqual(['2 of a', '2 of b'])
  expect(queries).toEqual(['a: 2; b: 2'])
})

test('where they may not join each asks by itself, two queries at a time of its own', async () => {
  const of = open(false)
  const [a, b] = [of('a'), of('b')]
  const all = Promise.all([a('x'), b('x'), a('y')])
  await turn()
  expect(queries).toEqual(['a: x y', 'b: x'])
  await finish()
  expect(await all).toEqual(['x of a', 'x of b', 'y of a'])
})
