import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { TEXT_LIMITS } from '@ledger/contracts/text/text-schemas.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestClient } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  signInAdmin,
} from '../../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

let api: TestService
let office: TestClient
let worker: FieldUser
/** In Hindi, so that an answer that contains only this name exceeds the minimum size for compression. */
const LONG_NAME = `${'क'.repeat(TEXT_LIMITS.name - 1)} ${'ख'.repeat(TEXT_LIMITS.name)}`

beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  worker = await hireFieldUser(office, 'site_incharge', { name: LONG_NAME, siteName: 'ग'.repeat(TEXT_LIMITS.siteName) })
  for (const narration of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) await recordExpenseOf(worker, { narration })
})
afterAll(() => api.close())

/** Asks as a browser does; fetch decompresses the answer. */
async function ask({ cookies }: TestClient, path: string, encoding: string, more: Record<string, string> = {}) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const reply = await fetch(`${api.origin}${path}`, { headers: { cookie, 'accept-encoding': encoding, ...more } })
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

describe('a list', () => {
  it.each(['br', 'gzip'])('comes as %s to whoever takes it, the same as without, under one tag', async (encoding) => {
    const plain = await ask(worker.client, '/api/site/transactions', 'identity')
    const small = await ask(worker.client, '/api/site/transactions', encoding)
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(small.headers.get('content-encoding')).toBe(encoding)
    expect(small.headers.get('vary')).toContain('accept-encoding')
    expect(small.text).toBe(plain.text)
    expect(Number(small.headers.get('content-length'))).toBeLessThan(plain.text.length / 3)
    const tag = plain.headers.get('etag') ?? ''
    expect(small.headers.get('etag')).toBe(tag)
    const again = await ask(worker.client, '/api/site/transactions', encoding, { 'if-none-match': tag })
    expect(again).toMatchObject({ status: 304, text: '' })
  })

  it('prefers the better of the two, as browsers ask', async () => {
    const reply = await ask(worker.client, '/api/site/transactions', 'gzip, deflate, br, zstd')
    expect(reply.headers.get('content-encoding')).toBe('br')
  })

  it('is left alone where it is short', async () => {
    const reply = await ask(worker.client, '/api/site/balance', 'br')
    expect(reply.headers.get('content-encoding')).toBeNull()
  })
})

describe('not compressed is', () => {
  it('a password, beside which stands what others chose, however long', async () => {
    const path = ROUTES.revealUser.path.replace(':id', worker.id)
    const revealed = await ask(office, path, 'br, gzip')
    expect(revealed.status).toBe(200)
    expect(Buffer.byteLength(revealed.text)).toBeGreaterThan(1024)
    expect(revealed.headers.get('content-encoding')).toBeNull()
    // The same account is compressed where the answer has no password.
    expect((await ask(office, '/api/admin/sites', 'br, gzip')).headers.get('content-encoding')).toBe('br')
  })

  it('what goes out as it is made', async () => {
    const { path } = ROUTES.auditEditLogFile
    const file = await ask(office, `${path}?format=csv&from=2026-01-01&to=2099-01-01`, 'br, gzip')
    expect(file.headers.get('content-type')).toContain('text/csv')
    expect(file.headers.get('content-encoding')).toBeNull()
    expect(file.text.length).toBeGreaterThan(1024)
  })
})
