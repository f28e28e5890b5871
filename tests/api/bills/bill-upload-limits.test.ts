import { once } from 'node:events'
import { type ClientRequest, type OutgoingHttpHeaders, request } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import {
  ExcessiveImage,
  type ImageLimits,
  ImageProcessingFailed,
  openImageWorker,
  type Upload,
} from '@ledger/bills/image-worker-client.ts'
import { ERROR_CATALOGUE } from '@ledger/contracts/http/error-catalogue.ts'
import { BILL_UPLOAD_RATE, openTokenBucket } from '@ledger/ledger-service/access/token-bucket.ts'
import { CONCURRENCY_LIMITS, concurrencyLimiterFor } from '@ledger/ledger-service/http/concurrency-limits.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { blackPng, progressiveJpeg } from '../../environment/files/hostile-pictures.ts'
import { samplePdf, samplePhoto, uploadBillFile } from '../../environment/files/sample-bills.ts'
import { firstUnlessFullRun, isFullRun } from '../../environment/full-run.ts'
import type { TestClient } from '../../environment/network/http-client.ts'
import { hireFieldUser, signInAdmin } from '../../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/** Limits on uploads: their number, and the cost of decoding a file. */

const uploadOf = (companyId: string): Upload => ({ companyId, signal: new AbortController().signal })
const OF_ACME = uploadOf('acme')
const ENOUGH: ImageLimits = { longestMs: 60_000, cpuMs: 60_000, memoryBytes: 2_000_000_000 }

describe('how many', () => {
  let api: TestService
  let asha: TestClient
  let ravi: TestClient
  beforeAll(async () => {
    api = await startTestService({ limitsWrites: true })
    const office = await signInAdmin(api.origin)
    asha = (await hireFieldUser(office, 'site_incharge')).client
    ravi = (await hireFieldUser(office, 'site_incharge')).client
  })
  afterAll(() => api.close())

  it('an account may upload at once, and how long it waits then, whatever others do', async () => {
    const pdf = samplePdf()
    for (let sent = 0; sent < BILL_UPLOAD_RATE.burst; sent++)
      expect([200, 201]).toContain((await uploadBillFile(asha, pdf)).status)
    const refused = await uploadBillFile(asha, pdf)
    expect(refused.status).toBe(429)
    expect(refused.json).toMatchObject({ code: 'too_many_bills' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await uploadBillFile(ravi, pdf)).status).toBe(201)
    expect((await asha.get('/api/site/balance')).status).toBe(200)
  })

  it('an account may have on their way at once: one more is refused before it was read', async () => {
    const places = CONCURRENCY_LIMITS.uploadBill?.perAccount ?? 0
    expect(places).toBeGreaterThan(0)
    const begun = await Promise.all(Array.from({ length: places + 1 }, () => beginUpload(ravi)))
    const answers = () => begun.flatMap(({ status }) => status() ?? [])
    await expect.poll(answers).toEqual([429])
    for (const { sent } of begun) sent.destroy()
    await expect.poll(async () => (await uploadBillFile(ravi, samplePdf())).status).toBeLessThan(300)
  })

  it('an account may have on their way, of which headers alone are none', async () => {
    const silent = Array.from({ length: (CONCURRENCY_LIMITS.uploadBill?.perProcess ?? 0) + 1 }, () =>
      openUpload(ravi, { 'content-length': 1000, expect: '100-continue' }),
    )
    const heard = Promise.all(silent.map((sent) => once(sent, 'continue')))
    for (const sent of silent) sent.flushHeaders()
    await heard
    expect((await uploadBillFile(ravi, samplePdf('Beside many that are silent'))).status).toBe(201)
  })

  it('a company may have on their way at once: others have places left', () => {
    const processSlots = new Map()
    const [acme, beta] = [1, 2].map(() =>
      concurrencyLimiterFor({ companySlots: new Map(), processSlots }, 'uploadBill'),
    )
    const { perCompany = 0, perProcess = 0 } = CONCURRENCY_LIMITS.uploadBill ?? {}
    expect(perCompany).toBeLessThan(perProcess / 2)
    const taken = Array.from({ length: perCompany }, (_, n) => acme?.(`account ${n % 4}`))
    expect(() => acme?.('one more')).toThrow('too_many_at_once')
    for (let n = 0; n < perCompany; n++) beta?.(`account ${n % 4}`)
    taken[0]?.()
    expect(() => acme?.('one more')).not.toThrow()
  })

  it('comes back with time', () => {
    let now = 0
    const limit = openTokenBucket(() => now, BILL_UPLOAD_RATE)
    for (let sent = 0; sent < BILL_UPLOAD_RATE.burst; sent++) expect(limit.take('a')).toBe(0)
    expect(limit.take('a')).toBe(BILL_UPLOAD_RATE.eachMs / 1000)
    now += BILL_UPLOAD_RATE.eachMs
    expect(limit.take('a')).toBe(0)
  })
})

describe('the process that reads pictures', () => {
  if (isFullRun)
    it('is another one for a picture that comes while it ends, because there was none for long', async () => {
      const pictures = openImageWorker()
      const photo = await samplePhoto()
      await pictures.process(photo, OF_ACME)
      const { pid } = pictures
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
      const again = pictures.process(photo, OF_ACME)
      await again
      vi.advanceTimersByTime(30_000)
      expect((await pictures.process(photo, OF_ACME)).width).toBe(640)
      expect(pictures.pid).not.toBe(pid)
      vi.useRealTimers()
      await pictures.close()
    })

  it('may die: who waits is told, and the next picture is read by another', async () => {
    const pictures = openImageWorker()
    const photo = await samplePhoto()
    expect((await pictures.process(photo, OF_ACME)).width).toBe(640)
    const { pid } = pictures
    if (pid === undefined) throw new Error('It is kept for the next picture')
    process.kill(pid, 'SIGSTOP')
    const waiting = pictures.process(photo, OF_ACME)
    process.kill(pid, 'SIGKILL')
    await expect(waiting).rejects.toBeInstanceOf(ImageProcessingFailed)
    expect((await pictures.process(photo, OF_ACME)).width).toBe(640)
    expect(pictures.pid).not.toBe(pid)
    await pictures.close()
    await expect(pictures.process(photo, OF_ACME)).rejects.toThrow('The service stops')
  })

  it('is ended when it does not answer, and the next picture is read by another', async () => {
    const pictures = openImageWorker(ENOUGH)
    onTestFinished(() => pictures.close())
    const photo = await samplePhoto()
    await pictures.process(photo, OF_ACME)
    const { pid } = pictures
    if (pid === undefined) throw new Error('It is kept for the next picture')
    // Simulates a decoder that never ends.
    process.kill(pid, 'SIGSTOP')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const [endless, next] = [pictures.process(photo, OF_ACME), pictures.process(photo, uploadOf('beta'))]
    while (vi.getTimerCount() === 0) await setImmediate()
    vi.advanceTimersByTime(ENOUGH.longestMs)
    vi.useRealTimers()
    await expect(endless).rejects.toThrow(ImageProcessingFailed)
    expect((await next).width).toBe(640)
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })

  const tooMuch: [string, ImageLimits, string][] = [
    ['memory', { ...ENOUGH, memoryBytes: 140_000_000 }, 'bytes of memory'],
    ['time', { ...ENOUGH, cpuMs: 500 }, 'ms of CPU'],
  ]
  it.each(firstUnlessFullRun(tooMuch))(
    'is ended with a picture that takes more %s than it may',
    async (_what, limits, sentence) => {
      const pictures = openImageWorker(limits)
      onTestFinished(() => pictures.close())
      const photo = await samplePhoto()
      await pictures.process(photo, OF_ACME)
      const { pid } = pictures
      const large = await blackPng({ width: 7000, height: 7000, interlaced: true })
      const refused = await pictures.process(large, OF_ACME).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(ExcessiveImage)
      expect(String(refused)).toContain(sentence)
      expect((await pictures.process(photo, OF_ACME)).width).toBe(640)
      expect(pictures.pid).not.toBe(pid)
    },
  )

  if (isFullRun)
    it('takes companies in turn, however many pictures of one wait', async () => {
      const pictures = openImageWorker()
      onTestFinished(() => pictures.close())
      const photo = await samplePhoto()
      const read: string[] = []
      const take = (company: string) => pictures.process(photo, uploadOf(company)).then(() => read.push(company))
      await Promise.all(['acme', 'acme', 'acme', 'acme', 'beta', 'gamma'].map(take))
      expect(read).toEqual(['acme', 'acme', 'beta', 'gamma', 'acme', 'acme'])
    })
})

describe('a picture', () => {
  let api: TestService
  let asha: TestClient
  beforeAll(async () => {
    api = await startTestService()
    asha = (await hireFieldUser(await signInAdmin(api.origin), 'site_incharge')).client
  })
  afterAll(() => api.close())

  it('that would take too much is refused before it is read, with a sentence', async () => {
    const scans = () => progressiveJpeg({ width: 8000, height: 8000, scans: 2000 })
    const interlaced = () => blackPng({ width: 8000, height: 8000, bitDepth: 16, colourType: 6, interlaced: true })
    for (const picture of firstUnlessFullRun([scans, interlaced])) {
      const reply = await uploadBillFile(asha, await picture())
      expect(reply.status).toBe(400)
      expect(reply.json).toMatchObject({ code: 'bill_excessive', message: ERROR_CATALOGUE.bill_excessive.message })
    }
    expect((await uploadBillFile(asha, await samplePhoto())).status).toBe(201)
  })

  it('whose sender is gone does not wait to be read', async () => {
    const { pid } = api.company.imageWorker
    if (pid === undefined) throw new Error('It is kept for the next picture')
    process.kill(pid, 'SIGSTOP')
    const read = vi.spyOn(api.company.imageWorker, 'process')
    const first = uploadBillFile(asha, await samplePhoto())
    await expect.poll(() => read.mock.calls.length).toBe(1)
    const gone = openUpload(asha)
    gone.end(await samplePhoto())
    await expect.poll(() => read.mock.calls.length).toBe(2)
    gone.destroy()
    await expect.poll(() => read.mock.settledResults[1]?.type).toBe('rejected')
    process.kill(pid, 'SIGCONT')
    expect((await first).status).toBe(201)
  })
})

/** Starts an upload of which the server has received the head and only a part of the body. */
async function beginUpload(client: TestClient): Promise<{ sent: ClientRequest; status(): number | undefined }> {
  const sent = openUpload(client, { 'content-length': 1000, expect: '100-continue' })
  let status: number | undefined
  sent.on('response', ({ statusCode }) => {
    status = statusCode
  })
  sent.flushHeaders()
  await once(sent, 'continue')
  sent.write('%PDF-1.4')
  return { sent, status: () => status }
}

function openUpload(client: TestClient, more: OutgoingHttpHeaders = {}): ClientRequest {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const sent = request(`${client.origin}/api/bills`, { method: 'POST', headers: { cookie, ...more } })
  onTestFinished(() => void sent.destroy())
  sent.on('error', () => undefined)
  return sent
}
