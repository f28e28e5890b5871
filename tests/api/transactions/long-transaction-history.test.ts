import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectBody, type TestClient } from '../../environment/network/http-client.ts'
import { startTestSigner } from '../../environment/service/checkpoint-signer.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  signInAdmin,
} from '../../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'
import { commandEnvelope, editExpenseCommand } from '../../log/command-envelopes.ts'

/**
 * An entry with more changes than a page has rows: its history is complete, and its last revision is the one that is
 * proved.
 */

const EDITS = 1010
const CONCURRENT_EDITS = 101

let api: TestService
let office: TestClient
let incharge: FieldUser
let id: string
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge')
  id = (await recordExpenseOf(incharge)).id
  const { rows } = await api.sql.query<{ epoch: number }>('SELECT epoch FROM account_states WHERE account_id = $1', [
    incharge.account,
  ])
  const worker = { id: incharge.account, epoch: rows[0]?.epoch ?? 0 }
  // Without HTTP, which would take most of the time. An identical edit changes nothing, so each has another amount.
  const edit = (paise: number) => api.company.log.submit(commandEnvelope(editExpenseCommand(worker, id, paise)))
  for (let done = 0; done < EDITS; done += CONCURRENT_EDITS) {
    const replies = await Promise.all(Array.from({ length: CONCURRENT_EDITS }, (_, index) => edit(1 + done + index)))
    expect([...new Set(replies.map(({ status }) => status))]).toEqual([201])
  }
})
afterAll(() => api.close())

const historyOf = async (query = '') =>
  expectBody(await office.get(`/api/audit/transactions/${id}/history${query}`), 200, ROUTES.auditHistory.answer)

it('is told page by page, each revision once and in order', async () => {
  const first = await historyOf()
  expect(first.revisions).toHaveLength(1000)
  const { revisions, next } = await historyOf(`?after=${first.next}`)
  expect(next).toBeNull()
  const all = [...first.revisions, ...revisions].map(({ revision }) => revision)
  expect(all).toEqual(Array.from({ length: EDITS + 1 }, (_, index) => index + 1))
  expect((await historyOf('?limit=2')).revisions).toMatchObject([{ revision: 1 }, { revision: 2 }])
  expect(await historyOf(`?after=${revisions.at(-1)?.position}`)).toMatchObject({ revisions: [], next: null })
})

it('is proved up to its last revision', async () => {
  await (await startTestSigner(api)).sign()
  const { event } = expectBody(await office.get(`/api/audit/proof/${id}`), 200, ROUTES.auditProof.answer)
  expect(event.data).toMatchObject({ transaction: expect.any(String), revision: EDITS + 1 })
})

it('says of the entry when it was last changed', async () => {
  const { revisions } = await historyOf(`?after=${(await historyOf()).next}`)
  const entry = expectBody(
    await incharge.client.get(`/api/site/transactions/${id}`),
    200,
    ROUTES.siteTransaction.answer,
  )
  expect(entry.edited?.at).toBe(revisions.at(-1)?.recordedAt)
})

it('has no history where there is no such entry', async () => {
  expect((await office.get('/api/audit/transactions/nothing/history?after=1')).status).toBe(404)
})
