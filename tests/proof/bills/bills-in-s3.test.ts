import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BlobStoreFailed } from '@ledger/bills/blob-store.ts'
import { deleteErasedBillContents, deleteUnusedUploads } from '@ledger/bills/delete-unused-and-erased-bills.ts'
import { openBlobStores } from '@ledger/bills/open-blob-stores.ts'
import type { S3Settings } from '@ledger/bills/s3-settings.ts'
import { verifyLedger } from '@ledger/ledger-service/proof/verification/verify-ledger.ts'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { samplePdf, samplePhoto, uploadBillFile, uploadBillFileForId } from '../../environment/files/sample-bills.ts'
import type { TestClient } from '../../environment/network/http-client.ts'
import { type S3Server, startS3Server } from '../../environment/processes/s3-server.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  signInAdmin,
} from '../../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/** The same bills in an object store, a server of its own that speaks S3. */

let store: S3Server
let api: TestService
let office: TestClient
let asha: FieldUser
beforeAll(async () => {
  store = await startS3Server()
  api = await startTestService({ billsS3: store.settings })
  office = await signInAdmin(api.origin)
  asha = await hireFieldUser(office, 'site_incharge')
})
afterAll(async () => {
  await api.close()
  await store.close()
})

const keyOf = (id: string) => `${api.company.companyId}/${id}`
const rows = async (text: string) => (await api.sql.query(text)).rows
async function aBill(): Promise<string> {
  const id = await uploadBillFileForId(asha.client, await samplePhoto())
  await recordExpenseOf(asha, { bills: [id] })
  return id
}
async function verify() {
  const { db, companyId, billStore: bills, freshness } = api.company
  await freshness.waitUntilCurrent(
    'bills',
    'ledger',
    'sums',
    'counts',
    'activity',
    'directory',
    'beneficiaries',
    'balances',
    'words',
  )
  return verifyLedger({ db, companyId, publicKey: undefined, bills })
}

it('their bytes are there under company and hash, and none in the database', async () => {
  const file = samplePdf(randomUUID())
  const [photo, pdf] = [await aBill(), await uploadBillFileForId(asha.client, file)]
  expect(store.keys()).toEqual(expect.arrayContaining([keyOf(photo), keyOf(pdf)]))
  expect(await rows('SELECT 1 FROM bill_contents')).toEqual([])
  const { bytes } = await asha.client.get(`/api/bills/${photo}`)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(photo)
  expect((await asha.client.get(`/api/bills/${pdf}`)).bytes.equals(file)).toBe(true)
  expect((await asha.client.get(`/api/bills/${photo}/thumbnail`)).status).toBe(200)
  expect((await uploadBillFile(asha.client, file)).status).toBe(200)
})

it('one that was swapped or is missing is found', async () => {
  const [swapped, missing] = [await aBill(), await aBill()]
  const [was, gone] = await Promise.all([swapped, missing].map((id) => asha.client.get(`/api/bills/${id}`)))
  store.overwrite(keyOf(swapped), await samplePhoto())
  store.lose(keyOf(missing))
  const { ok, bills, problems } = await verify()
  expect({ ok, bills }).toEqual({ ok: false, bills: 'different' })
  expect(problems.sort()).toEqual(
    [`The bytes of the bill ${swapped} are not the ones that were hashed`, `The bill ${missing} is missing`].sort(),
  )
  store.overwrite(keyOf(swapped), was?.bytes ?? Buffer.alloc(0))
  const { db, companyId, billStore } = api.company
  await billStore.storeAt('s3').write(db, missing, gone?.bytes ?? Buffer.alloc(0))
  expect(await verify()).toMatchObject({ ok: true, bills: 'equal' })
  expect(companyId).toBe(keyOf('').slice(0, -1))
})

it('an erased one is gone from there, too', async () => {
  const id = await aBill()
  expect((await office.call('DELETE', `/api/bills/${id}`, { reason: 'By law' })).status).toBe(204)
  expect(store.keys()).not.toContain(keyOf(id))
  expect(await verify()).toMatchObject({ ok: true, bills: 'equal' })
})

it('an erased one goes later where the store was away', async () => {
  const id = await aBill()
  const { db, companyId, billStore } = api.company
  await api.sql.query('UPDATE bills SET erased_at = now() WHERE bill_id = $1', [id])
  const away = await openBlobStores(companyId, { ...store.settings, endpoint: 'http://127.0.0.1:9' })
  await expect(deleteErasedBillContents(db, companyId, away)).rejects.toThrow()
  away.close()
  expect(store.keys()).toContain(keyOf(id))
  await deleteUnusedUploads(db, companyId, billStore)
  expect(store.keys()).not.toContain(keyOf(id))
  await api.sql.query('DELETE FROM bills WHERE bill_id = $1', [id])
})

it('an upload that no entry names is cleared away from there', async () => {
  const id = await uploadBillFileForId(asha.client, await samplePhoto())
  await api.sql.query(`UPDATE bills SET wanted_at = now() - interval '8 days' WHERE bill_id = $1`, [id])
  const { db, companyId, billStore, freshness } = api.company
  await freshness.waitUntilCurrent('bills')
  await deleteUnusedUploads(db, companyId, billStore)
  expect(store.keys()).not.toContain(keyOf(id))
  expect((await asha.client.get(`/api/bills/${id}`)).status).toBe(404)
})

it('many are cleared away from a store that is slow, too', async () => {
  const { db, companyId, freshness } = api.company
  await api.sql.query(`
    INSERT INTO bills SELECT company_id, repeat(md5(n::text), 2), 'application/pdf', 1, NULL, NULL, NULL, 's3', now() - interval '8 days', NULL
    FROM companies, generate_series(1, 60) AS n`)
  // One after the other they would take longer than the server leaves a transaction idle.
  const { settings } = await storeBehind((pass) => setTimeout(pass, 400))
  const slow = await openBlobStores(companyId, settings)
  await freshness.waitUntilCurrent('bills')
  await deleteUnusedUploads(db, companyId, slow)
  slow.close()
  expect(await rows(`SELECT 1 FROM bills WHERE wanted_at < now() - interval '7 days'`)).toEqual([])
})

it('a store that does not answer holds up uploads, which may be tried again, and nothing else', async () => {
  let asked = 0
  const silent = await storeBehind(() => asked++)
  const beside = await startTestService({ sharesDatabaseWith: api, billsS3: silent.settings })
  const other = await hireFieldUser(office, 'site_incharge')
  // As many uploads as a company may have at once.
  const uploads = [asha, other].flatMap(({ client }) =>
    Array.from({ length: 4 }, () => uploadBillFile(client.withSameCookies(beside.origin), samplePdf(randomUUID()))),
  )
  await expect.poll(() => asked).toBeGreaterThan(0)
  for (let n = 0; n < 50; n++)
    expect((await asha.client.withSameCookies(beside.origin).get('/api/site/balance')).status).toBe(200)
  silent.close()
  for (const { status, headers, json } of await Promise.all(uploads)) {
    expect({ status, json }).toMatchObject({ status: 503, json: { code: 'unavailable' } })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  // The server's log has each of them.
  await expect(beside.close()).rejects.toThrow('request failed')
})

it('with a wrong key nothing is kept, and the next try is as good as the first', async () => {
  const { companyId, db } = api.company
  const wrong = await openBlobStores(companyId, { ...store.settings, secretKey: 'another' })
  await expect(wrong.storeAt('s3').write(db, 'ab'.repeat(32), Buffer.from('x'))).rejects.toBeInstanceOf(BlobStoreFailed)
  wrong.close()
  expect(store.keys()).not.toContain(keyOf('ab'.repeat(32)))
})

/** Returns the store at another address, where each request is first given to `hold`. */
async function storeBehind(hold: (pass: () => void) => void): Promise<{ settings: S3Settings; close(): void }> {
  const { hostname, port } = new URL(store.settings.endpoint)
  const passOn: RequestListener = (asked, answer) =>
    hold(() => {
      const { method, url: path, headers } = asked
      const onward = request({ hostname, port, method, path, headers }, (given) => {
        answer.writeHead(given.statusCode ?? 500, given.headers)
        given.pipe(answer)
      })
      asked.pipe(onward)
    })
  const server = createServer(passOn).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  onTestFinished(close)
  return { settings: { ...store.settings, endpoint }, close }
}
