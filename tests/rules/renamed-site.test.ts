import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectBody, type TestClient } from '../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  signInAdmin,
} from '../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/** A site has one name, today's, in each of head office's lists, also beside the rows of before. */

let api: TestService
let office: TestClient
let incharge: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge', { name: 'Asha Rao', siteName: 'Canal Bridge' })
  await sendMoneyTo(office, incharge, '500.00')
  await recordExpenseOf(incharge)
})
afterAll(() => api.close())

async function siteNames(): Promise<Record<string, (string | null)[]>> {
  const people = expectBody(await office.get('/api/admin/sites'), 200, ROUTES.adminSites.answer)
  const transactions = expectBody(await office.get('/api/admin/transactions'), 200, ROUTES.adminTransactions.answer)
  const ledger = await office.get(`/api/admin/ledger?account=${incharge.id}`)
  const summary = await office.get('/api/admin/summary')
  const table = await office.get(`/api/admin/summary-table?by=site&site=${incharge.id}`)
  const namesOf = (rows: readonly { siteName: string | null }[]) => rows.map(({ siteName }) => siteName)
  return {
    list: namesOf(people),
    transactions: namesOf(transactions),
    ledger: namesOf(expectBody(ledger, 200, ROUTES.adminLedger.answer).rows),
    summary: namesOf(expectBody(summary, 200, ROUTES.adminSummary.answer).sites),
    table: expectBody(table, 200, ROUTES.summaryTable.answer).rows.map(({ site }) => site),
  }
}

/** Returns how many people, and how many rows, the words find. */
async function found(words: string): Promise<[number, number, number]> {
  const q = `?q=${encodeURIComponent(words)}`
  const people = await office.get(`/api/admin/sites${q}`)
  const rows = await office.get(`/api/admin/transactions${q}`)
  const sums = await office.get(`/api/admin/transactions/sums${q}`)
  return [
    expectBody(people, 200, ROUTES.adminSites.answer).length,
    expectBody(rows, 200, ROUTES.adminTransactions.answer).length,
    expectBody(sums, 200, ROUTES.adminTransactionSums.answer).count,
  ]
}

it('a renamed site has its new name in every list of head office, and is found by it', async () => {
  const before = { list: 1, transactions: 2, ledger: 2, summary: 1, table: 1 }
  const named = (site: string) =>
    Object.fromEntries(Object.entries(before).map(([list, count]) => [list, Array(count).fill(site)]))
  expect(await siteNames()).toEqual(named('Canal Bridge'))
  const edited = await office.put(`/api/admin/users/${incharge.id}`, {
    name: 'Asha Rao',
    mobile: incharge.mobile,
    siteName: 'River Dam',
  })
  expect(expectBody(edited, 200, ROUTES.editSiteUser.answer)).toMatchObject({ siteName: 'River Dam' })
  expect(await siteNames()).toEqual(named('River Dam'))
  expect(await found('River Dam')).toEqual([1, 2, 2])
  // People are found by their number, too, which stands in no name here.
  expect((await found(incharge.mobile))[0]).toBe(1)
  expect((await incharge.client.get('/api/site/auth')).json).toMatchObject({ siteName: 'River Dam' })
})

it('sums of a period are refused for an account that there is not, and for no subject', async () => {
  expect((await office.get('/api/admin/summary-table?by=site&site=site_9000000000')).status).toBe(404)
  expect((await office.get('/api/admin/summary-table?by=colour')).status).toBe(400)
  expect((await office.get('/api/admin/summary-table')).status).toBe(400)
})
