import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { createQueryClient } from '@ledger/web/src/app/query-client.ts'
import { hashKey } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/**
 * §7: what a query asks is a GET of its first key, or of something beneath that path, so that a change reads all of it
 * again. Two queries that ask for different things have different keys.
 */

const asked: { method: string; address: string; path: string }[] = []
beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('window', new EventTarget())
  // The answer does not matter here, only the request.
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push({ method, address, path: address.replace(/\?.*/, '') })
    return new Response('{"events":[],"next":null}')
  })
})
afterEach(() => vi.unstubAllGlobals())

const checkout = join(import.meta.dirname, '../../../..')
/** Every module that has queries for others. */
const modules = globSync('web/src/**/*.ts', { cwd: checkout })
  .filter((file) => /\b(q|infiniteQ)ueryOptions\b/.test(readFileSync(join(checkout, file), 'utf8')))
  .sort()

interface Asks {
  readonly queryKey: readonly unknown[]
  readonly queryFn?: unknown
  readonly initialPageParam?: unknown
}
const isQuery = (value: unknown): value is Asks => typeof value === 'object' && value !== null && 'queryKey' in value

/** The subject of the queries that have arguments. */
interface Subject {
  readonly id: string
  readonly position: number
  readonly day: string
}
const ONE: Subject = { id: 'one', position: 3, day: '2026-04-01' }
const OTHER: Subject = { id: 'other', position: 4, day: '2026-05-02' }

type Client = ReturnType<typeof createQueryClient>

/** Returns the arguments of the functions that return a query. */
async function argumentsFor({ id, position, day }: Subject, client: Client): Promise<Record<string, unknown[]>> {
  const { NO_COMPANY_FILTER } = await import('@ledger/web/src/office/api/transaction-queries.ts')
  const period = { from: day, to: day }
  const filter = { ...NO_COMPANY_FILTER, q: id }
  return {
    recentSearchQuery: [{ q: id, from: '', to: '' }],
    accountDaysQuery: [day.slice(0, 7)],
    transactionPagesQuery: [{ q: id }],
    listTotalsQuery: [{ q: id }],
    summaryQuery: [day],
    entryQuery: [id],
    lastExpenseQuery: [id],
    periodSumsQuery: [period],
    recipientsQuery: [period],
    newestTransactionsQuery: [filter, 5],
    beneficiaryStatementPages: [filter],
    companyTransactionPages: [filter],
    companyTransactionTotalsQuery: [filter],
    inchargePages: [id, 'en'],
    supervisorPages: [id, 'en'],
    companySummaryQuery: [period],
    summaryTableQuery: [{ by: 'site', site: id, ...period }],
    cashBookQuery: [{ subject: id, mode: '', from: '', to: '' }],
    booksQuery: [day],
    budgetsQuery: [{ month: day.slice(0, 7) }],
    taxListQuery: [period],
    beneficiaryDetailsQuery: [id],
    tallyMapQuery: [period],
    statementPages: [{ subject: id, from: '', to: '' }],
    subjectNameQuery: [id],
    questionsOnEntryQuery: [id],
    ownQuestionsOnEntryQuery: [id],
    ledgerQuery: [{ account: id, from: '', to: '' }, () => 1],
    beneficiaryPages: [id],
    entryHistoryQuery: [id],
    inclusionProofQuery: [id],
    balancesAtQuery: [position],
    balancesDatedQuery: [day],
    ledgerAsOfPages: [id, position],
    eventAtQuery: [position],
    editLogCountQueryOf: [period],
    editLogPagesQuery: [period],
    eventPagesQuery: [client, { order: 'oldest', ...period }, []],
    filteredEventCountQuery: [period],
    longRunningQuery: [['/api/audit/as-of', id], `/api/audit/as-of?position=${position}`],
  }
}

interface NamedQuery extends Asks {
  readonly name: string
  readonly hasArguments: boolean
}

/** Returns every query of the app that a module has for others. */
async function allQueries(client: Client, subject: Subject): Promise<NamedQuery[]> {
  const given = await argumentsFor(subject, client)
  const all: NamedQuery[] = []
  for (const file of modules) {
    const exported: Record<string, unknown> = await import(join(checkout, file))
    for (const [name, value] of Object.entries(exported)) {
      if (isQuery(value)) all.push({ ...value, name, hasArguments: false })
      if (typeof value !== 'function' || !/(Query|QueryOf|Pages)$/.test(name)) continue
      const args = given[name]
      if (args === undefined) throw new Error(`${name} of ${file} is a query that this test does not make yet`)
      all.push({ ...Reflect.apply(value, undefined, args), name, hasArguments: true })
    }
  }
  return all
}

/** Runs a query. @returns the requests that it made */
async function requestsOf(client: Client, { name, queryKey, queryFn, initialPageParam }: NamedQuery) {
  if (typeof queryFn !== 'function') throw new Error(`${name} asks nothing`)
  asked.length = 0
  const context = { client, queryKey, signal: new AbortController().signal, pageParam: initialPageParam }
  await Promise.resolve(Reflect.apply(queryFn, undefined, [context])).catch(() => undefined)
  return [...asked]
}

/** Its key begins with the path of head office's list, so that a change of that list reads it again. */
const WITH_KEY_OF_OTHER_LIST = ['newestBeneficiariesQuery']

test('every query is a GET of the path that its key begins with', async () => {
  const app = await import('@ledger/web/src/app/query-client.ts')
  const client = app.createQueryClient()
  const queries = await allQueries(client, ONE)
  expect(queries.length).toBeGreaterThan(55)
  for (const query of queries) {
    const { name } = query
    const requests = await requestsOf(client, query)
    const [key] = query.queryKey
    const isOf = ({ path }: { path: string }) => path === key || path.startsWith(`${key}/`)
    if (!WITH_KEY_OF_OTHER_LIST.includes(name))
      expect(requests.some(isOf), `${name} has the key ${key} and asked ${JSON.stringify(requests)}`).toBe(true)
    expect(
      requests.every(({ method }) => method === 'GET'),
      name,
    ).toBe(true)
  }
})

test('what was read of one thing is not shown of another: queries that ask otherwise have other keys', async () => {
  const app = await import('@ledger/web/src/app/query-client.ts')
  const client = app.createQueryClient()
  const [ofOne, ofOther] = [await allQueries(client, ONE), await allQueries(client, OTHER)]
  const addressesByKey = new Map<string, string>()
  const addressesOf = async (query: NamedQuery) => {
    const addresses = (await requestsOf(client, query)).map(({ address }) => address).join(' ')
    const key = hashKey(query.queryKey)
    expect(addressesByKey.get(key) ?? addresses, `${query.name} has the key ${key}`).toBe(addresses)
    addressesByKey.set(key, addresses)
    return addresses
  }
  for (const [index, one] of ofOne.entries()) {
    const other = ofOther[index] ?? one
    const isSame = (await addressesOf(one)) === (await addressesOf(other))
    expect(isSame, `${one.name} asks for the same whatever it is given`).toBe(!one.hasArguments)
  }
})
