import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, createDeflate } from 'node:zlib'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { BROKEN_PDFS, FILES_BEFORE_PDFS, LOCKED_PDFS, READABLE_PDFS } from '../../environment/files/pdf-variants.ts'
import {
  noiseImage,
  samplePdf,
  samplePhoto,
  uploadBillFile,
  uploadBillFileForId,
} from '../../environment/files/sample-bills.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody, type TestClient } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireAuditor,
  hireFieldUser,
  recordExpenseOf,
  sampleExpenseBody,
  sendMoneyTo,
  signInAdmin,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { eventsAfter, logEnd } from '../../environment/service/read-events.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

let api: TestService
let office: TestClient
let auditor: TestClient
let asha: FieldUser
let ravi: FieldUser
let sita: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  auditor = (await hireAuditor(office, 'auditor@example.in')).client
  asha = await hireFieldUser(office, 'site_incharge')
  ravi = await hireFieldUser(office, 'site_incharge')
  sita = await hireFieldUser(office, 'supervisor')
  await sendMoneyTo(office, asha, '100000.00')
})
afterAll(() => api.close())

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const codeOf = ({ json }: { json: unknown }) => z.object({ code: z.string() }).parse(json).code
const taken = async (client: TestClient, file: Buffer, type?: string) =>
  expectBody(await uploadBillFile(client, file, type), 201, ROUTES.uploadBill.answer)

describe('what is taken in', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('a %s is kept as a JPEG under the hash of its bytes', async (format) => {
    const bill = await taken(asha.client, await noiseImage(640, 480).toFormat(format).toBuffer())
    expect(bill).toMatchObject({ type: 'image/jpeg', width: 640, height: 480 })
    const reply = await asha.client.get(`/api/bills/${bill.id}`)
    expect(reply.status).toBe(200)
    expect(sha256(reply.bytes)).toBe(bill.id)
    expect(reply.bytes.length).toBe(bill.bytes)
    expect(await sharp(reply.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 480 })
  })

  it('it stands upright, has at most 2,000 pixels a side, and says nothing of the telephone or the place', async () => {
    const photo = await noiseImage(3000, 2000)
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Make: 'Telephone' }, IFD3: { GPSLatitude: '18/1 31/1 0/1', GPSLatitudeRef: 'N' } })
      .toBuffer()
    expect((await sharp(photo).metadata()).exif?.includes('Telephone')).toBe(true)
    const bill = await taken(asha.client, photo)
    expect(bill).toMatchObject({ width: 1333, height: 2000 })
    const { bytes } = await asha.client.get(`/api/bills/${bill.id}`)
    const { exif, icc, xmp, orientation } = await sharp(bytes).metadata()
    expect({ exif, icc, xmp, orientation }).toEqual({})
    expect(bytes.includes('Telephone')).toBe(false)
    expect(bytes.includes('Exif')).toBe(false)
  })

  if (isFullRun)
    it('a long bill keeps its short side, as on the phone, and has a small picture', async () => {
      const paper = { width: 700, height: 14_000, channels: 3, background: '#eee' } as const
      for (const orientation of [1, 6]) {
        const strip = await sharp({ create: paper }).jpeg().withMetadata({ orientation }).toBuffer()
        const bill = await taken(asha.client, strip)
        expect([bill.width, bill.height]).toEqual(orientation === 1 ? [700, 14_000] : [14_000, 700])
        const { bytes } = await asha.client.get(`/api/bills/${bill.id}/thumbnail`)
        expect(Math.max((await sharp(bytes).metadata()).width, 320)).toBe(320)
      }
    })

  it('what is not there is white, and a small picture stays small', async () => {
    const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#0000' } })
      .png()
      .toBuffer()
    const bill = await taken(asha.client, clear)
    expect(bill).toMatchObject({ width: 8, height: 8 })
    const { bytes } = await asha.client.get(`/api/bills/${bill.id}`)
    const { dominant } = await sharp(bytes).stats()
    expect(dominant.r).toBeGreaterThan(240)
  })

  it('a PDF is kept as it is, and handed out as a file', async () => {
    const file = samplePdf()
    const bill = await taken(asha.client, file)
    expect(bill).toEqual({ id: sha256(file), type: 'application/pdf', bytes: file.length, width: null, height: null })
    const reply = await asha.client.get(`/api/bills/${bill.id}`)
    expect(reply.bytes.equals(file)).toBe(true)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="bill-${bill.id.slice(0, 8)}.pdf"`,
    })
    expect((await asha.client.get(`/api/bills/${bill.id}/thumbnail`)).status).toBe(404)
  })

  it('a PDF is one where every reader opens it, as on the phone (tests/unit/web/bills/prepare-bill.test.ts)', async () => {
    for (const [name, file] of READABLE_PDFS.slice(1))
      expect((await uploadBillFile(sita.client, file)).status, name).toBe(201)
  })

  it('whatever its header calls it: its bytes say what it is', async () => {
    for (const type of ['application/json', 'text/html', 'image/svg+xml', 'multipart/form-data; boundary=x', ''])
      expect((await taken(asha.client, await samplePhoto(), type)).type).toBe('image/jpeg')
    const html = Buffer.from('<script>alert(1)</script>')
    expect(codeOf(await uploadBillFile(asha.client, html, 'image/jpeg'))).toBe('no_bill')
  })

  it('nothing comes with a picture: what was hung on it is gone', async () => {
    const script = '<script>alert(document.cookie)</script>'
    const polyglot = Buffer.concat([
      await samplePhoto(),
      Buffer.from(script),
      samplePdf(),
      Buffer.from('PK\u0003\u0004'),
    ])
    const bill = await taken(asha.client, polyglot)
    const { bytes } = await asha.client.get(`/api/bills/${bill.id}`)
    for (const part of ['<script', '%PDF', 'PK\u0003\u0004']) expect(bytes.includes(part), part).toBe(false)
  })

  it('has a small picture for lists', async () => {
    const bill = await taken(asha.client, await samplePhoto({ width: 1600, height: 1200 }))
    const { bytes, headers } = await asha.client.get(`/api/bills/${bill.id}/thumbnail`)
    expect(headers['content-type']).toBe('image/jpeg')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 240 })
  })
})

describe('what is refused', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const others: [string, Buffer][] = [
    ['nothing', Buffer.alloc(0)],
    ['SVG', Buffer.from(SVG)],
    ['HTML', Buffer.from('<!doctype html><img src=x onerror=alert(1)>')],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['a ZIP', Buffer.from('PK\u0003\u0004')],
    ['a HEIC, whose pictures the decoder has not', Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic')],
    ['an AVIF', Buffer.from('\0\0\0\u0018ftypavif\0\0\0\0mif1avif')],
  ]
  it.each(others)('%s', async (_what, file) => {
    const reply = await uploadBillFile(asha.client, file, 'image/jpeg')
    expect(reply.status).toBe(415)
    expect(reply.json).toMatchObject({ code: 'no_bill', message: 'Please attach a photo or a PDF' })
  })

  it('a picture that was cut off, and what only begins like one', async () => {
    const photo = await samplePhoto()
    const png = await noiseImage(300, 300).png().toBuffer()
    const webp = await noiseImage(300, 300).webp().toBuffer()
    const broken = [
      photo.subarray(0, photo.length / 2),
      png.subarray(0, png.length / 2),
      webp.subarray(0, webp.length / 2),
      photo.subarray(0, 20),
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(SVG)]),
      Buffer.concat([png.subarray(0, 8), Buffer.from('<html>')]),
    ]
    for (const file of broken) expect(codeOf(await uploadBillFile(asha.client, file))).toBe('bill_unreadable')
  })

  it('a PDF that was cut off or is another file, and one that asks for a password, which it is told', async () => {
    const refused = async (files: readonly [string, Buffer][], code: string) => {
      for (const [name, file] of files) expect(codeOf(await uploadBillFile(asha.client, file)), name).toBe(code)
    }
    await refused(BROKEN_PDFS, 'bill_unreadable')
    await refused(FILES_BEFORE_PDFS, 'no_bill')
    await refused(LOCKED_PDFS, 'bill_locked')
  })

  if (isFullRun)
    it('a picture of 30,000 by 30,000 pixels, at no cost', async () => {
      const bomb = await pngOf(30_000, 30_000)
      expect(bomb.length).toBeLessThan(5_000_000)
      await taken(asha.client, await samplePhoto())
      const { pid } = api.company.imageWorker
      const replies = await Promise.all([1, 2, 3].map(() => uploadBillFile(asha.client, bomb)))
      expect(replies.map(codeOf)).toEqual(['bill_excessive', 'bill_excessive', 'bill_excessive'])
      // The decoder process was not restarted for it.
      expect(api.company.imageWorker.pid).toBe(pid)
    })

  it('more than 5 MB, whether it says so before or not', async () => {
    const limit = 5 * 1024 * 1024
    const large = Buffer.concat([await samplePhoto(), Buffer.alloc(limit)])
    const said = await uploadBillFile(asha.client, large)
    expect(said.status).toBe(413)
    expect(said.json).toMatchObject({ code: 'bill_too_large', message: 'The bill is too large' })
    const cookie = [...asha.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const body = new ReadableStream({
      start(stream) {
        for (let at = 0; at < large.length; at += 500_000) stream.enqueue(large.subarray(at, at + 500_000))
        stream.close()
      },
    })
    const unsaid = await fetch(`${api.origin}/api/bills`, {
      method: 'POST',
      headers: { cookie },
      body,
      duplex: 'half',
    } as RequestInit).then(
      ({ status }) => status,
      // The server may close the connection while the client still sends.
      () => 413,
    )
    expect(unsaid).toBe(413)
    const justSo = Buffer.concat([await samplePhoto()])
    expect(
      (await uploadBillFile(asha.client, Buffer.concat([justSo, Buffer.alloc(limit - justSo.length)]))).status,
    ).toBe(201)
  })

  it('whoever may not upload, before the file is looked at', async () => {
    const photo = await samplePhoto()
    expect((await uploadBillFile(auditor, photo)).status).toBe(403)
    expect((await uploadBillFile(api.client(), photo)).status).toBe(401)
  })
})

describe('the same bill', () => {
  it('again is 200 with the same id, and by somebody else 201', async () => {
    const photo = await samplePhoto()
    const first = await uploadBillFile(asha.client, photo)
    const again = await uploadBillFile(asha.client, photo)
    const other = await uploadBillFile(ravi.client, photo)
    expect([first.status, again.status, other.status]).toEqual([201, 200, 201])
    expect(again.json).toEqual(first.json)
    expect(other.json).toEqual(first.json)
  })

  it('by two at once is one', async () => {
    const photo = await samplePhoto()
    const replies = await Promise.all([asha, ravi, asha, ravi].map(({ client }) => uploadBillFile(client, photo)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 201, 201])
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  })
})

describe('who sees it', () => {
  const isSeenBy = async (id: string) => {
    const askers = { asha: asha.client, ravi: ravi.client, sita: sita.client, office, auditor }
    const seen: string[] = []
    for (const [name, client] of Object.entries(askers)) {
      const [whole, small] = [await client.get(`/api/bills/${id}`), await client.get(`/api/bills/${id}/thumbnail`)]
      expect([200, 404], name).toContain(whole.status)
      expect(small.status, name).toBe(whole.status)
      if (whole.status === 200) seen.push(name)
    }
    return seen
  }

  it('who uploaded it alone, until an entry names it; then whoever sees the entry', async () => {
    const id = await uploadBillFileForId(asha.client, await samplePhoto())
    expect(await isSeenBy(id)).toEqual(['asha'])
    await recordExpenseOf(asha, { bills: [id] })
    expect(await isSeenBy(id)).toEqual(['asha', 'office', 'auditor'])
  })

  it('the incharge, of money that head office sent, while the entry names it', async () => {
    const id = await uploadBillFileForId(office, await samplePhoto())
    expect(await isSeenBy(id)).toEqual(['office'])
    const entry = await sendMoneyTo(office, ravi, '5.00', { bills: [id] })
    expect(await isSeenBy(id)).toEqual(['ravi', 'office', 'auditor'])
    const body = {
      type: 'credit',
      amount: '5.00',
      recipient: 'x',
      purpose: 'Cement',
      paymentMode: 'cash',
      narration: 'x',
    }
    await office.put(`/api/admin/transactions/${entry.id}`, { ...body, bills: [] })
    expect(await isSeenBy(id)).toEqual(['office', 'auditor'])
  })

  it('nobody of the field but its owner, once the entry is deleted', async () => {
    const id = await uploadBillFileForId(office, await samplePhoto())
    const entry = await sendMoneyTo(office, ravi, '5.00', { bills: [id] })
    expect((await office.delete(`/api/admin/transactions/${entry.id}`)).status).toBe(200)
    expect(await isSeenBy(id)).toEqual(['office', 'auditor'])
  })

  it('is never a page of its own, and is asked for once', async () => {
    const id = await uploadBillFileForId(asha.client, await samplePhoto())
    for (const path of [`/api/bills/${id}`, `/api/bills/${id}/thumbnail`]) {
      const { headers, bytes } = await asha.client.get(path)
      expect(headers).toMatchObject({
        'content-type': 'image/jpeg',
        'content-length': String(bytes.length),
        'cache-control': 'private, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': 'sandbox',
      })
      // A browser may show an erased bill for at most this time.
      const hours = (Date.parse(headers.expires ?? '') - Date.now()) / 3_600_000
      expect(hours).toBeGreaterThan(23.9)
      expect(hours).toBeLessThanOrEqual(24)
      expect((await asha.client.get(path, { 'if-none-match': headers.etag })).status).toBe(304)
    }
  })
})

describe('an entry', () => {
  it('names its bills: in its answer, in the lists, and in its event, by hash', async () => {
    const [photo, pdf] = [
      await uploadBillFileForId(asha.client, await samplePhoto()),
      await uploadBillFileForId(asha.client, samplePdf('A')),
    ]
    const before = await logEnd(api)
    const entry = await recordExpenseOf(asha, { bills: [photo, pdf, photo] })
    const bills = [
      { id: photo, type: 'image/jpeg', width: 640, height: 480 },
      { id: pdf, type: 'application/pdf', width: null, height: null },
    ]
    expect(entry.bills).toEqual(bills)
    const list = expectBody(await asha.client.get('/api/site/transactions'), 200, ROUTES.siteTransactions.answer)
    expect(list.find(({ id }) => id === entry.id)?.bills).toEqual(bills)
    const one = expectBody(
      await asha.client.get(`/api/site/transactions/${entry.id}`),
      200,
      ROUTES.siteTransaction.answer,
    )
    expect(one.bills).toEqual(bills)
    const [event] = await eventsAfter(api, before)
    expect(event).toMatchObject({ type: 'DebitRecorded', data: { entry: { bills } } })
  })

  it('without any has none', async () => {
    expect((await recordExpenseOf(asha)).bills).toEqual([])
    expect((await transferMoney(asha, sita, '1.00')).bills).toEqual([])
  })

  it('keeps them where an edit says nothing of them, and takes, adds and drops them where it does', async () => {
    const [one, two] = [
      await uploadBillFileForId(asha.client, await samplePhoto()),
      await uploadBillFileForId(asha.client, await samplePhoto()),
    ]
    const { id } = await recordExpenseOf(asha, { bills: [one] })
    const edit = async (given: object) => {
      const reply = await asha.client.put(`/api/site/transactions/${id}`, { ...sampleExpenseBody, ...given })
      return expectBody(reply, 200, ROUTES.editExpense.answer).bills.map((bill) => bill.id)
    }
    expect(await edit({ narration: 'Twenty bags' })).toEqual([one])
    expect(await edit({ bills: [one, two] })).toEqual([one, two])
    expect(await edit({ bills: [two, one] })).toEqual([two, one])
    expect(await edit({ bills: [] })).toEqual([])
    expect(await edit({ bills: [one] })).toEqual([one])
  })

  it('takes no bill of somebody else\u2019s, nor one that never was: whoever was shown the id has not the bill', async () => {
    const theirs = await uploadBillFileForId(ravi.client, await samplePhoto())
    for (const bill of [theirs, 'ab'.repeat(32), theirs.toUpperCase(), 'x', '']) {
      const reply = await asha.client.post('/api/site/transactions', { ...sampleExpenseBody, bills: [bill] })
      expect(reply.status).toBe(400)
      expect(reply.json).toMatchObject({ message: 'Please attach the bill again' })
    }
    const six = Array.from({ length: 6 }, () => randomBytes(32).toString('hex'))
    const reply = await asha.client.post('/api/site/transactions', { ...sampleExpenseBody, bills: six })
    expect(reply.json).toMatchObject({ status: 400, message: 'Please attach at most 5 bills' })
    const credit = { siteInchargeId: asha.id, amount: '1.00', narration: 'x', bills: [theirs] }
    expect((await office.post('/api/admin/send-money', credit)).status).toBe(400)
  })

  it('keeps a bill that somebody else uploaded through an edit', async () => {
    const theirs = await uploadBillFileForId(office, await samplePhoto())
    const { id } = await sendMoneyTo(office, asha, '7.00', { bills: [theirs] })
    const other = await signInAdmin(api.origin)
    const body = { type: 'credit', amount: '8.00', recipient: 'x', purpose: 'x', paymentMode: 'cash', narration: 'x' }
    const reply = await other.put(`/api/admin/transactions/${id}`, { ...body, bills: [theirs] })
    expect(expectBody(reply, 200, ROUTES.editCredit.answer).bills.map((bill) => bill.id)).toEqual([theirs])
  })

  it('of somebody else answers like none at all, whatever bills are named', async () => {
    const { id } = await recordExpenseOf(asha)
    const absent = id.replace(/^........./, '00000000-')
    for (const bills of [[], ['ab'.repeat(32)], [await uploadBillFileForId(ravi.client, await samplePhoto())]])
      for (const named of [id, absent])
        expect((await ravi.client.put(`/api/site/transactions/${named}`, { ...sampleExpenseBody, bills })).status).toBe(
          404,
        )
  })

  it('that is a transfer takes none', async () => {
    const { id } = await transferMoney(asha, sita, '2.00')
    const bill = await uploadBillFileForId(office, await samplePhoto())
    const body = { type: 'credit', amount: '2.00', recipient: 'x', purpose: 'x', paymentMode: 'cash', narration: 'New' }
    const refused = await office.put(`/api/admin/transactions/${id}-in`, { ...body, bills: [bill] })
    expect(refused.json).toMatchObject({ status: 400, message: 'A transfer takes no bill' })
    const edited = await office.put(`/api/admin/transactions/${id}-in`, { ...body, bills: [] })
    expect(expectBody(edited, 200, ROUTES.editCredit.answer).bills).toEqual([])
    expect((await asha.client.post('/api/site/transfer', { toUserId: sita.id, bills: [] })).status).toBe(400)
  })
})

/** Returns a black PNG of that size, which compresses well. */
async function pngOf(width: number, height: number): Promise<Buffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const row = Buffer.alloc(width + 1)
  const rows = await buffer(Readable.from(Array.from({ length: height }, () => row)).pipe(createDeflate({ level: 1 })))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(8 + named.length)
  whole.writeUInt32BE(data.length, 0)
  named.copy(whole, 4)
  whole.writeUInt32BE(crc32(named), 4 + named.length)
  return whole
}
