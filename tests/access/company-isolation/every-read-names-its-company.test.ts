import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'
import { populateFirstCompany, type SharedIds, signInEverybody } from './identical-companies.ts'
import { readEverythingShown } from './read-everything-shown.ts'

/** The connections that answer requests. The worker's read the logs of all companies together. */
const CONNECTIONS = ['test api', 'test office']
/** A session is found by the digest of its cookie, before its company is known. */
const FOUND_WITHOUT_COMPANY = ['sessions']

let api: TestService
let ids: SharedIds
beforeAll(async () => {
  api = await startTestService()
  ids = await populateFirstCompany(api.origin)
})
afterAll(() => api.close())

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Runs `work`. @returns the statements with values that the API sent meanwhile */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return query.mock.calls.flatMap(([sent, values]: unknown[], index) => {
      const connection = Reflect.get(query.mock.contexts[index] ?? {}, 'connectionParameters')
      if (!CONNECTIONS.includes(connection.application_name)) return []
      if (typeof sent === 'string') return [{ text: sent, values: Array.isArray(values) ? values : [] }]
      const isStatement = typeof sent === 'object' && sent !== null && 'text' in sent && 'values' in sent
      return isStatement ? [sent as Statement] : []
    })
  } finally {
    query.mockRestore()
  }
}

it('every statement of a call that reads names the company where it reads a table of companies', async () => {
  const { companyId } = api.company
  const people = await signInEverybody(api.origin, ids)
  const statements = await statementsOf(() => readEverythingShown(people, ids, 'nothing'))
  const { rows } = await api.sql.query<{ table: string }>(
    `SELECT DISTINCT table_name AS table FROM information_schema.columns
      WHERE column_name = 'company_id' AND table_schema IN ('public', 'read')`,
  )
  const tables = rows.map(({ table }) => table).filter((table) => !FOUND_WITHOUT_COMPANY.includes(table))
  expect(tables.length).toBeGreaterThan(30)
  const ofCompanies = new RegExp(`\\b(${tables.join('|')})\\b`)
  const bytes = Buffer.from(companyId.replaceAll('-', ''), 'hex')
  const names = (value: unknown): boolean =>
    Array.isArray(value)
      ? value.some(names)
      : Buffer.isBuffer(value)
        ? value.includes(bytes)
        : String(value).includes(companyId)
  const read = statements.filter(({ text }) => ofCompanies.test(text))
  expect(new Set(read.map(({ text }) => text)).size).toBeGreaterThan(60)
  const silent = read.filter(({ values }) => !values.some(names)).map(({ text }) => text)
  expect([...new Set(silent)]).toEqual([])
})
