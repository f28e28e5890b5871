import type { createQueryClient } from '@ledger/web/src/app/query-client.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/**
 * §7: what a query asks is a GET of its first key, or of something beneath that path, so that a change reads all of it
 * again.
 */

const asked: { method: string; path: string }[] = []
beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('window', new EventTarget())
  // The answer does not matter here, only the request.
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push({ method, path: address.replace(/\?.*/, '') })
    return new Response('{"events":[],"next":null}')
  })
})
afterEach(() => vi.unstubAllGlobals())

interface Asks {
  readonly queryKey: readonly unknown[]
  readonly queryFn?: unknown
  readonly initialPageParam?: unknown
}

/** Runs every query of the app that a module of calls has, with any arguments. */
async function allQueries(client: ReturnType<typeof createQueryClient>): Promise<Record<string, Asks>> {
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
  const made: Record<string, Asks> = {
    recentSearchQuery: site.recentSearchQuery({ q: '', from: '', to: '' }),
    accountDaysQuery: site.accountDaysQuery('2026-04'),
    transactionPagesQuery: own.transactionPagesQuery({}),
    listTotalsQuery: own.listTotalsQuery({}),
    summaryQuery: own.summaryQuery(undefined),
    entryQuery: own.entryQuery('one'),
    lastExpenseQuery: own.lastExpenseQuery('Sharma'),
    periodSumsQuery: exports.periodSumsQuery(undefined),
    recipientsQuery: exports.recipientsQuery(undefined),
    newestTransactionsQuery: money.newestTransactionsQuery(money.NO_COMPANY_FILTER, 5),
    companyTransactionPages: money.companyTransactionPages(money.NO_COMPANY_FILTER),
    companyTransactionTotalsQuery: money.companyTransactionTotalsQuery(money.NO_COMPANY_FILTER),
    inchargePages: people.inchargePages('', 'en'),
    supervisorPages: people.supervisorPages('', 'en'),
    companySummaryQuery: reports.companySummaryQuery({}),
    summaryTableQuery: reports.summaryTableQuery({ by: 'site', site: '', from: '', to: '' }),
    cashBookQuery: reports.cashBookQuery({ subject: 'one', mode: '', from: '', to: '' }),
    booksQuery: books.booksQuery(''),
    statementPages: statements.statementPages({ subject: 'company', from: '', to: '' }),
    subjectNameQuery: statements.subjectNameQuery('one'),
    questionsOnEntryQuery: questions.questionsOnEntryQuery('one'),
    ledgerQuery: reports.ledgerQuery({ account: 'one', from: '', to: '' }, () => 1),
    beneficiaryPages: reports.beneficiaryPages(''),
    entryHistoryQuery: audit.entryHistoryQuery('one'),
    inclusionProofQuery: audit.inclusionProofQuery('one'),
    balancesAtQuery: audit.balancesAtQuery(3),
    balancesDatedQuery: audit.balancesDatedQuery('2026-04-01'),
    ledgerAsOfPages: audit.ledgerAsOfPages('one', 3),
    eventAtQuery: audit.eventAtQuery(3),
    editLogPagesQuery: audit.editLogPagesQuery({}),
    eventPagesQuery: events.eventPagesQuery(client, { order: 'oldest' }, []),
    filteredEventCountQuery: events.filteredEventCountQuery({}),
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

test('every query is a GET of the path that its key begins with', async () => {
  const app = await import('@ledger/web/src/app/query-client.ts')
  const client = app.createQueryClient()
  const queries = await allQueries(client)
  expect(Object.keys(queries).length).toBeGreaterThan(35)
  for (const [name, { queryKey, queryFn, initialPageParam }] of Object.entries(queries)) {
    if (typeof queryFn !== 'function') throw new Error(`${name} asks nothing`)
    asked.length = 0
    const context = { client, queryKey, signal: new AbortController().signal, pageParam: initialPageParam }
    await Promise.resolve(Reflect.apply(queryFn, undefined, [context])).catch(() => undefined)
    const [key] = queryKey
    const isOf = ({ path }: { path: string }) => path === key || path.startsWith(`${key}/`)
    expect(asked.some(isOf), `${name} has the key ${key} and asked ${JSON.stringify(asked)}`).toBe(true)
    expect(
      asked.every(({ method }) => method === 'GET'),
      name,
    ).toBe(true)
  }
})
