import { ROUTES } from '@ledger/contracts/http/routes.ts'
import {
  logOrigin,
  signCheckpoint,
  signingKeyFromSecret,
} from '@ledger/ledger-service/proof/checkpoints/checkpoint-note.ts'
import { exportLogLines } from '@ledger/ledger-service/proof/import-export/export-log.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectBody, type TestClient } from '../../environment/network/http-client.ts'
import { signInAdmin } from '../../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/** A year has half a million checkpoints: no answer has all of them, and a reader can fetch each. */

const COUNT = 2345
let api: TestService
let office: TestClient
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  const { companyId } = api.company
  const key = signingKeyFromSecret('a secret of at least thirty-two characters')
  const note = signCheckpoint({ origin: logOrigin(companyId), size: 1, root: Buffer.alloc(32) }, key)
  await api.sql.query(
    'INSERT INTO signed_checkpoints (company_id, size, note) SELECT $1, size, $2 FROM generate_series(1, $3) AS size',
    [companyId, note, COUNT],
  )
})
afterAll(() => api.close())

async function sizes(path: string): Promise<{ sizes: number[]; next: string | undefined }> {
  const reply = await office.get(path)
  const rows = expectBody(reply, 200, ROUTES.auditCheckpoints.answer)
  return { sizes: rows.map(({ size }) => size), next: /^<(.*)>/.exec(String(reply.headers.link ?? ''))?.[1] }
}

it('come 200 at a time unless asked otherwise, the newest first', async () => {
  const { sizes: first, next } = await sizes('/api/audit/checkpoints')
  expect([first.length, first[0], first.at(-1)]).toEqual([200, COUNT, COUNT - 199])
  expect(next).toBeDefined()
  expect((await sizes('/api/audit/checkpoints?limit=1')).sizes).toEqual([COUNT])
  for (const limit of ['0', '1001', 'all']) {
    expect((await office.get(`/api/audit/checkpoints?limit=${limit}`)).status).toBe(400)
  }
})

it('come each once to whoever follows the pages', async () => {
  const seen: number[] = []
  for (let path: string | undefined = '/api/audit/checkpoints?limit=1000'; path !== undefined; ) {
    const page = await sizes(path)
    seen.push(...page.sizes)
    path = page.next
  }
  expect(seen).toEqual(Array.from({ length: COUNT }, (_, index) => COUNT - index))
})

it('are all in the export, where the offline verifier reads them', async () => {
  let lines = 0
  for await (const text of exportLogLines(api.company.db, api.company.companyId)) {
    lines += String(text)
      .split('\n')
      .filter((line) => line.includes('"checkpoint"')).length
  }
  expect(lines).toBe(COUNT)
})
