import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { expect } from 'vitest'
import { expectBody, type TestClient } from '../network/http-client.ts'
import { closeBooks } from './close-books.ts'
import { type FieldUser, hireFieldUser, recordExpenseOf, sendMoneyTo } from './people-and-money.ts'

/** The month that is closed. */
const PERIOD = { from: '2026-01-01', to: '2026-01-31' }

/**
 * Records one of each change of a month's end: an assignment, a merge, a new name, purposes, a budget, limits, a line
 * for Tally, counted cash, and at last the closing with its seal.
 */
export async function recordMonthEnd(office: TestClient, incharge: FieldUser): Promise<void> {
  const supervisor = await hireFieldUser(office, 'supervisor', { name: 'Sita' })
  await sendMoneyTo(office, incharge, '900', { date: '2026-01-02' })
  for (const recipient of ['Ramesh Steel', 'Rmesh Steel', 'Gopal'])
    await recordExpenseOf(incharge, { recipient, amount: '10.50', purpose: 'Sariya', date: '2026-01-03' })
  const assignment = { name: 'Sita', siteId: incharge.id, siteFrom: '2026-01-05' }
  const line = { kind: 'purpose', id: 'steel', ledger: 'Material', group: 'Direct Expenses' }
  for (const reply of [
    await office.put(`/api/admin/supervisors/${supervisor.id}`, assignment),
    await office.post('/api/admin/beneficiaries/merge', { from: ['b:rmesh steel'], into: 'b:ramesh steel' }),
    await office.put('/api/admin/beneficiaries/b:gopal', { name: 'Gopal Sand' }),
    await office.put('/api/admin/purposes', [{ name: 'Steel', hindi: 'सरिया', aliases: ['Sariya'] }]),
    await office.put('/api/admin/budgets', { site: incharge.id, purpose: 'Steel', amount: '5000' }),
    await office.put('/api/admin/tax-limits', { from: '2026-01-01', single: '10', year: null, cashDay: '10000' }),
    await office.put('/api/admin/tally/map', { lines: [line] }),
    await incharge.client.post('/api/site/cash-counts', { amount: '800' }),
    await closeBooks(office, PERIOD.to),
  ])
    expect([200, 201, 204], reply.text).toContain(reply.status)
}

/** Returns all that head office reads of the month's end. */
export async function readMonthEnd(office: TestClient, incharge: FieldUser) {
  const query = new URLSearchParams(PERIOD).toString()
  const read = async (path: string) => {
    const { status, json } = await office.get(path)
    expect(status, path).toBe(200)
    return json
  }
  const sealed = await office.get(`/api/audit/sealed-balance/${incharge.id}?upTo=${PERIOD.to}`)
  const { leaf, path, event } = expectBody(sealed, 200, ROUTES.sealedBalance.answer)
  const { closings } = expectBody(await office.get('/api/admin/books'), 200, ROUTES.books.answer)
  return {
    ...{ leaf, path, event, closings },
    statement: await read(`/api/admin/statement?account=${incharge.id}&to=${PERIOD.to}`),
    ofSite: await read(`/api/admin/statement?site=${incharge.id}&${query}`),
    beneficiaries: await read('/api/admin/beneficiaries'),
    purposes: await read(`/api/admin/summary-table?by=purpose&${query}`),
    budgets: await read('/api/admin/budgets'),
    taxList: await read(`/api/admin/tax-list?${query}`),
    tally: await read(`/api/admin/tally/map?${query}`),
    cashCounts: await read('/api/admin/cash-counts'),
  }
}
