import { ROUTES } from '@ledger/contracts/routes.ts'
import { LIMITS } from '@ledger/contracts/text.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../environment/client.ts'
import { admin, hire, spend, type Worker } from '../environment/people.ts'
import { startService, type TestService } from '../environment/service.ts'

let api: TestService
let office: Client
let worker: Worker
/** In Hindi, so that an answer that contains only this name exceeds the minimum size for compression. */
const LONG_NAME = `${'क'.repeat(LIMITS.name - 1)} ${'ख'.repeat(LIMITS.name)}`

beforeAll(async () => {
  api = await startService()
  office = await admin(api.origin)
  worker = await hire(office, 'site_incharge', { name: LONG_NAME, siteName: 'ग'.repeat(LIMITS.siteName) })
  for (const narration of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) await spend(worker, { narration })
})
afterAll(() => api.close())

/** Asks as a browser does; fetch decompresses the answer. */
async function ask({ cookies }: Client, path: string, encoding: string, more: Record<string, string> = {}) {
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
