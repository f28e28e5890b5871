import type { Balance } from '@ledger/contracts/http/people/account-schemas.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { expect } from 'vitest'
import { expectBody } from '../environment/network/http-client.ts'
import type { FieldUser } from '../environment/service/people-and-money.ts'
import { eventsAfter } from '../environment/service/read-events.ts'
import type { TestService } from '../environment/service/test-service.ts'

/**
 * Returns the events after a position with their postings, each as `<who> <side> <paise>`: workers by the names given
 * here, head office and beneficiaries by their accounts. Each event's postings must sum to zero.
 */
export async function postingsAfter(
  api: TestService,
  from: number,
  workers: Record<string, FieldUser>,
): Promise<string[][]> {
  const { rows } = await api.sql.query<{ account_id: string; mobile: string }>(
    'SELECT account_id, mobile FROM contacts',
  )
  const nameOf = (account: string) => {
    const mobile = rows.find((row) => row.account_id === account)?.mobile
    return Object.entries(workers).find(([, worker]) => worker.mobile === mobile)?.[0] ?? account
  }
  const events = await eventsAfter(api, from)
  return events.map((event) => {
    const postings = 'postings' in event.data ? event.data.postings : []
    const sum = postings.reduce((total, { side, paise }) => total + (side === 'received' ? paise : -paise), 0)
    expect(sum, 'the trial balance of one event').toBe(0)
    return [event.type, ...postings.map(({ account, side, paise }) => `${nameOf(account)} ${side} ${paise}`)]
  })
}

/** Returns the balance as the worker sees it. */
export async function shownBalanceOf({ client }: FieldUser): Promise<Balance> {
  return expectBody(await client.get('/api/site/balance'), 200, ROUTES.siteBalance.answer)
}

export const balanceBody = (currentBalance: string, totalReceived: string, totalSpent: string): Balance => ({
  currentBalance,
  totalReceived,
  totalSpent,
})
