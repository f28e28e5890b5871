import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { NotRead, openPictures } from '@ledger/bills/pictures.ts'
import { BILLS, openWriteLimit } from '@ledger/ledger-service/access/write-limit.ts'
import { PLACES } from '@ledger/ledger-service/http/at-once.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { aPdf, aPhoto, upload } from '../environment/bills.ts'
import type { Client } from '../environment/client.ts'
import { admin, hire } from '../environment/people.ts'
import { startService, type TestService } from '../environment/service.ts'

/** What uploads may cost everybody else: how many, and what a file does to whoever reads it. */

describe('how many', () => {
  let api: TestService
  let asha: Client
  let ravi: Client
  beforeAll(async () => {
    api = await startService({ writeLimit: true })
    const office = await admin(api.origin)
    asha = (await hire(office, 'site_incharge')).client
    ravi = (await hire(office, 'site_incharge')).client
  })
  afterAll(() => api.close())

  it('an account may upload at once, and how long it waits then, whatever others do', async () => {
    const pdf = aPdf()
    for (let sent = 0; sent < BILLS.burst; sent++) expect([200, 201]).toContain((await upload(asha, pdf)).status)
    const refused = await upload(asha, pdf)
    expect(refused.status).toBe(429)
    expect(refused.json).toMatchObject({ code: 'too_many_bills' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await upload(ravi, pdf)).status).toBe(201)
    expect((await asha.get('/api/site/balance')).status).toBe(200)
  })

  it('an account may have on their way at once: one more is refused before it was read', async () => {
    const places = PLACES.uploadBill?.each ?? 0
    expect(places).toBeGreaterThan(0)
    const begun = await Promise.all(Array.from({ length: places + 1 }, () => beginUpload(ravi)))
    const answers = () => begun.flatMap(({ status }) => status() ?? [])
    await expect.poll(answers).toEqual([429])
    for (const { sent } of begun) sent.destroy()
    await expect.poll(async () => (await upload(ravi, aPdf())).status).toBeLessThan(300)
  })

  it('comes back with time', () => {
    let now = 0
    const limit = openWriteLimit(() => now, BILLS)
    for (let sent = 0; sent < BILLS.burst; sent++) expect(limit.take('a')).toBe(0)
    expect(limit.take('a')).toBe(BILLS.eachMs / 1000)
    now += BILLS.eachMs
    expect(limit.take('a')).toBe(0)
  })
})

describe('the process that reads pictures', () => {
  it('is another one for a picture that comes while it ends, because there was none for long', async () => {
    const pictures = openPictures()
    const photo = await aPhoto()
    await pictures.take(photo)
    const { pid } = pictures
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const again = pictures.take(photo)
    await again
    vi.advanceTimersByTime(30_000)
    expect((await pictures.take(photo)).width).toBe(640)
    expect(pictures.pid).not.toBe(pid)
    vi.useRealTimers()
    await pictures.close()
  })

  it('may die: who waits is told, and the next picture is read by another', async () => {
    const pictures = openPictures()
    const photo = await aPhoto()
    expect((await pictures.take(photo)).width).toBe(640)
    const { pid } = pictures
    if (pid === undefined) throw new Error('It is kept for the next picture')
    process.kill(pid, 'SIGSTOP')
    const waiting = pictures.take(photo)
    process.kill(pid, 'SIGKILL')
    await expect(waiting).rejects.toBeInstanceOf(NotRead)
    expect((await pictures.take(photo)).width).toBe(640)
    expect(pictures.pid).not.toBe(pid)
    await pictures.close()
    await expect(pictures.take(photo)).rejects.toThrow('The service stops')
  })
})

/** An upload of which the line has brought only a part, and that the server has heard of. */
async function beginUpload(client: Client): Promise<{ sent: ClientRequest; status(): number | undefined }> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { cookie, 'content-length': 1000, expect: '100-continue' }
  const sent = request(`${client.origin}/api/bills`, { method: 'POST', headers })
  onTestFinished(() => void sent.destroy())
  sent.on('error', () => undefined)
  let status: number | undefined
  sent.on('response', ({ statusCode }) => {
    status = statusCode
  })
  sent.flushHeaders()
  await once(sent, 'continue')
  sent.write('%PDF-1.4')
  return { sent, status: () => status }
}
