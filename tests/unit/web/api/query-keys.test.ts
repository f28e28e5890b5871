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

interface Asks {
  readonly queryKey: readonly unknown[]
  readonly queryFn?: unknown
  readonly initialPageParam?: unknown
}

/** The arguments of the queries that have some. */
interface Subject {
  readonly id: string
  readonly position: number
  readonly day: string
}
const ONE: Subject = { id: 'one', position: 3, day: '2026-04-01' }
const OTHER: Subject = { id: 'other', position: 4, day: '2026-05-02' }

/** Returns every query of the app that a module of calls has. */
async function allQueries(
  client: ReturnType<typeof createQueryClient>,
  { id, position, day }: Subject,
): Promise<Record<string, Asks>> {
  const [site, own, office, exports] = await Promise.all([
    import('@ledger/web/src/shared/api/field-queries.ts'),
    import('@ledger/web/src/shared/api/own-transaction-queries.ts'),
    import('@ledger/web/src/shared/api/office-queries.ts'),
    import('@ledger/web/src/shared/export/dialog/export-queries.ts'),
  ])
  const [money, people, reports] = await Promise.all([
    import('@ledger/web/src/office/api/transaction-queries.ts'),
    import('@ledger/web/src/office/api/people-queries.ts'),
    import('@ledger/web/src/office/api/report-queries.ts'),
  ])
  const [worklists, questions, settings] = await Promise.all([
    import('@ledger/web/src/office/api/worklists-query.ts'),
    import('@ledger/web/src/office/questions/question-queries.ts'),
    import('@ledger/web/src/office/settings/settings-queries.ts'),
  ])
  const [books, statements] = await Promise.all([
    import('@ledger/web/src/office/books/books-queries.ts'),
    import('@ledger/web/src/office/statements/statement-queries.ts'),
  ])
  const [alarms, audit, events] = await Promise.all([
    import('@ledger/web/src/audit/api/alarms-query.ts'),
    import('@ledger/web/src/audit/api/audit-queries.ts'),
    import('@ledger/web/src/audit/explorer/event-pages-query.ts'),
  ])
  const period = { from: day, to: day }
  const filter = { ...money.NO_COMPANY_FILTER, q: id }
  const made: Record<string, Asks> = {
    recentSearchQuery: site.recentSearchQuery({ q: id, from: '', to: '' }),
    accountDaysQuery: site.accountDaysQuery(day.slice(0, 7)),
    transactionPagesQuery: own.transactionPagesQuery({ q: id }),
    listTotalsQuery: own.listTotalsQuery({ q: id }),
    summaryQuery: own.summaryQuery(day),
    entryQuery: own.entryQuery(id),
    lastExpenseQuery: own.lastExpenseQuery(id),
    periodSumsQuery: exports.periodSumsQuery(period),
    recipientsQuery: exports.recipientsQuery(period),
    newestTransactionsQuery: money.newestTransactionsQuery(filter, 5),
    companyTransactionPages: money.companyTransactionPages(filter),
    companyTransactionTotalsQuery: money.companyTransactionTotalsQuery(filter),
    inchargePages: people.inchargePages(id, 'en'),
    supervisorPages: people.supervisorPages(id, 'en'),
    companySummaryQuery: reports.companySummaryQuery(period),
    summaryTableQuery: reports.summaryTableQuery({ by: 'site', site: id, ...period }),
    cashBookQuery: reports.cashBookQuery({ subject: id, mode: '', from: '', to: '' }),
    booksQuery: books.booksQuery(day),
    statementPages: statements.statementPages({ subject: id, from: '', to: '' }),
    subjectNameQuery: statements.subjectNameQuery(id),
    questionsOnEntryQuery: questions.questionsOnEntryQuery(id),
    ledgerQuery: reports.ledgerQuery({ account: id, from: '', to: '' }, () => 1),
    beneficiaryPages: reports.beneficiaryPages(id),
    entryHistoryQuery: audit.entryHistoryQuery(id),
    inclusionProofQuery: audit.inclusionProofQuery(id),
    balancesAtQuery: audit.balancesAtQuery(position),
    balancesDatedQuery: audit.balancesDatedQuery(day),
    ledgerAsOfPages: audit.ledgerAsOfPages(id, position),
    eventAtQuery: audit.eventAtQuery(position),
    editLogPagesQuery: audit.editLogPagesQuery(period),
    eventPagesQuery: events.eventPagesQuery(client, { order: 'oldest', ...period }, []),
    filteredEventCountQuery: events.filteredEventCountQuery(period),
  }
  const exported = [
    ...[site, own, office, exports, money, people, reports],
    ...[worklists, questions, settings, books, statements, alarms, audit, events],
  ].flatMap((module) => Object.entries(module as Record<string, unknown>))
  const all: Record<string, Asks> = {}
  for (const [name, value] of exported) {
    if (!/(Query|Pages)$/.test(name)) continue
    const query = typeof value === 'function' ? made[name] : (value as Asks)
    if (query === undefined) throw new Error(`${name} is a query that this test does not make yet`)
    all[name] = query
  }
  return all
}

/** Runs a query. @returns the requests that it made */
async function requestsOf(client: ReturnType<typeof createQueryClient>, name: string, query: Asks) {
  const { queryKey, queryFn, initialPageParam } = query
  if (typeof queryFn !== 'function') throw new Error(`${name} asks nothing`)
  asked.length = 0
  const context = { client, queryKey, signal: new AbortController().signal, pageParam: initialPageParam }
  await Promise.resolve(Reflect.apply(queryFn, undefined, [context])).catch(() => undefined)
  return [...asked]
}

test('every query is a GET of the path that its key begins with', async () => {
  const app = await import('@ledger/web/src/app/query-client.ts')
  const client = app.createQueryClient()
  const queries = await allQueries(client, ONE)
  expect(Object.keys(queries).length).toBeGreaterThan(35)
  for (const [name, query] of Object.entries(queries)) {
    const requests = await requestsOf(client, name, query)
    const [key] = query.queryKey
    const isOf = ({ path }: { path: string }) => path === key || path.startsWith(`${key}/`)
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
  const compared: string[] = []
  for (const [name, one] of Object.entries(ofOne)) {
    const other = ofOther[name] ?? one
    const [addresses, otherAddresses] = [await requestsOf(client, name, one), await requestsOf(client, name, other)]
    if (JSON.stringify(addresses) === JSON.stringify(otherAddresses)) continue
    compared.push(name)
    expect(hashKey(other.queryKey), name).not.toBe(hashKey(one.queryKey))
  }
  expect(compared.length).toBeGreaterThan(30)
})
