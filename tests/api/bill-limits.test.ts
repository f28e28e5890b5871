import { NotRead, openPictures } from '@ledger/bills/pictures.ts'
import { BILLS, openWriteLimit } from '@ledger/ledger-service/access/write-limit.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPdf, aPhoto, upload } from '../environment/bills.ts'
import type { Client } from '../environment/client.ts'
import { admin, hire } from '../environment/people.ts'
import { startService, type TestService } from '../environment/service.ts'

/** What uploads may cost everybody else: how many, and what a file does to whoever reads it. */

describe('how many', () => {
  let api: TestService
  let [asha, ravi]: Client[] = []
  beforeAll(async () => {
    api = await startService({ writeLimit: true })
    const office = await admin(api.origin)
    ;[asha, ravi] = [(await hire(office, 'site_incharge')).client, (await hire(office, 'site_incharge')).client]
  })
  afterAll(() => api.close())

  it('an account may upload at once, and how long it waits then, whatever others do', async () => {
    if (!asha || !ravi) throw new Error('Two were hired')
    const pdf = aPdf()
    for (let sent = 0; sent < BILLS.burst; sent++) expect([200, 201]).toContain((await upload(asha, pdf)).status)
    const refused = await upload(asha, pdf)
    expect(refused.status).toBe(429)
    expect(refused.json).toMatchObject({ code: 'too_many_bills' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await upload(ravi, pdf)).status).toBe(201)
    expect((await asha.get('/api/site/balance')).status).toBe(200)
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
