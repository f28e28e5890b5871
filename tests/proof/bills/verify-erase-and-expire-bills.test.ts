import { randomUUID } from 'node:crypto'
import { deleteUnusedUploads } from '@ledger/bills/delete-unused-and-erased-bills.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { verifyAndSave } from '@ledger/ledger-service/proof/verification/scheduled-verification.ts'
import { verifyLedger } from '@ledger/ledger-service/proof/verification/verify-ledger.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { samplePdf, samplePhoto, uploadBillFile, uploadBillFileForId } from '../../environment/files/sample-bills.ts'
import { expectBody, type TestClient } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sampleExpenseBody,
  signInAdmin,
} from '../../environment/service/people-and-money.ts'
import { eventsAfter, logEnd } from '../../environment/service/read-events.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/** The bytes of bills beside the log: verified, erased, and deleted where no entry names them. */

let api: TestService
let office: TestClient
let asha: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  asha = await hireFieldUser(office, 'site_incharge')
})
afterAll(() => api.close())

/** Uploads a bill and records an entry with it. @returns the bill's id */
async function aBill(file?: Buffer): Promise<string> {
  const id = await uploadBillFileForId(asha.client, file ?? (await samplePhoto()))
  await recordExpenseOf(asha, { bills: [id] })
  return id
}

/** Waits for the read models, because one that is behind is not compared. */
const caughtUp = () =>
  api.company.freshness.waitUntilCurrent(
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

async function verify() {
  const { db, companyId, billStore: bills } = api.company
  await caughtUp()
  return verifyLedger({ db, companyId, publicKey: undefined, bills })
}
const contentOf = async (id: string): Promise<Buffer | undefined> => {
  const { rows } = await api.sql.query<{ content: Buffer }>('SELECT content FROM bill_contents WHERE bill_id = $1', [
    id,
  ])
  return rows[0]?.content
}
const putContent = (id: string, content: Buffer) =>
  api.sql.query(
    `INSERT INTO bill_contents SELECT company_id, $1, $2 FROM companies
      ON CONFLICT (company_id, bill_id) DO UPDATE SET content = excluded.content`,
    [id, content],
  )

describe('a verification', () => {
  it('finds the bytes of every bill to be the ones that entries name', async () => {
    await aBill()
    await aBill(samplePdf(randomUUID()))
    await uploadBillFileForId(asha.client, await samplePhoto())
    expect(await verify()).toMatchObject({ ok: true, bills: 'equal', problems: [] })
  })

  it('finds one that was swapped, one that is missing, and no other', async () => {
    const [swapped, missing] = [await aBill(), await aBill()]
    const [was, gone] = [await contentOf(swapped), await contentOf(missing)]
    await putContent(swapped, await samplePhoto())
    await api.sql.query('DELETE FROM bill_contents WHERE bill_id = $1', [missing])
    const report = await verify()
    expect(report).toMatchObject({ ok: false, states: 'equal', bills: 'different' })
    expect(report.problems.sort()).toEqual(
      [`The bytes of the bill ${swapped} are not the ones that were hashed`, `The bill ${missing} is missing`].sort(),
    )
    // The record of the bill is gone, too.
    await api.sql.query('UPDATE bills SET kept_in = NULL, erased_at = now() WHERE bill_id = $1', [missing])
    expect((await verify()).problems).toContain(`The bill ${missing} is missing`)
    await api.sql.query(`UPDATE bills SET kept_in = 'postgres', erased_at = NULL WHERE bill_id = $1`, [missing])
    await putContent(swapped, was ?? Buffer.alloc(0))
    await putContent(missing, gone ?? Buffer.alloc(0))
    expect(await verify()).toMatchObject({ ok: true, bills: 'equal' })
  })

  it('at night looks at them, too', async () => {
    const id = await aBill()
    const content = await contentOf(id)
    await api.sql.query('DELETE FROM bill_contents WHERE bill_id = $1', [id])
    const told: object[] = []
    const { db, companyId, billStore: bills } = api.company
    const nightly = {
      db,
      databaseUrl: api.database.url,
      companyId,
      publicKey: Buffer.alloc(32),
      files: { file: '/nowhere', sharedFiles: [] },
      bills,
    }
    await caughtUp()
    await verifyAndSave({ ...nightly, onBad: (report) => told.push(report) })
    expect(told).toMatchObject([{ ok: false, problems: [`The bill ${id} is missing`] }])
    await putContent(id, content ?? Buffer.alloc(0))
  })

  it('finds who changed the name of a bill in an event', async () => {
    const [id, other] = [await aBill(), await uploadBillFileForId(asha.client, await samplePhoto())]
    const swap = (from: string, to: string) =>
      api.sql.query('UPDATE events SET data = replace(data::text, $1, $2)::json WHERE data::text LIKE $3', [
        from,
        to,
        `%${from}%`,
      ])
    await swap(id, other)
    expect((await verify()).firstBad?.reason).toBe('its content is not what was hashed')
    await swap(other, id)
    expect((await verify()).ok).toBe(true)
  })
})

describe('a bill that is erased', () => {
  let id: string
  beforeEach(async () => {
    id = await aBill()
  })
  const erase = (client: TestClient, body: unknown, key: string = randomUUID()) =>
    client.call('DELETE', `/api/bills/${id}`, body, { headers: { 'idempotency-key': key } })

  it('is gone, with its small picture; its hash stays where the entry names it, and who did it and why', async () => {
    const before = await logEnd(api)
    expect((await erase(office, { reason: 'Asked for by the person on it' })).status).toBe(204)
    expect(await contentOf(id)).toBeUndefined()
    for (const client of [office, asha.client])
      for (const path of [`/api/bills/${id}`, `/api/bills/${id}/thumbnail`]) {
        const reply = await client.get(path)
        expect(reply.status).toBe(410)
        expect(reply.json).toMatchObject({ code: 'bill_erased', message: 'This bill was erased' })
      }
    const events = await eventsAfter(api, before)
    expect(events).toMatchObject([
      { type: 'BillErased', actor: { role: 'admin' }, data: { bill: id, reason: 'Asked for by the person on it' } },
    ])
    const list = expectBody(
      await asha.client.get('/api/site/transactions?limit=1'),
      200,
      ROUTES.siteTransactions.answer,
    )
    expect(list[0]?.bills.map((bill) => bill.id)).toEqual([id])
    expect(await verify()).toMatchObject({ ok: true, bills: 'equal' })
  })

  it('comes back neither by an upload nor by hand', async () => {
    const content = await contentOf(id)
    await erase(office, { reason: 'By law' })
    const photo = samplePdf(randomUUID())
    const pdf = await aBill(photo)
    id = pdf
    await erase(office, { reason: 'By law' })
    expect((await uploadBillFile(asha.client, photo)).status).toBe(410)
    const reply = await asha.client.post('/api/site/transactions', { ...sampleExpenseBody, bills: [pdf] })
    expect(reply.json).toMatchObject({ status: 400, message: 'Please attach the bill again' })
    await putContent(pdf, content ?? Buffer.alloc(0))
    await api.sql.query(`UPDATE bills SET kept_in = 'postgres' WHERE bill_id = $1`, [pdf])
    expect((await verify()).problems).toEqual([`The bill ${pdf} was erased, and its bytes are still there`])
    await api.sql.query('UPDATE bills SET kept_in = NULL WHERE bill_id = $1', [pdf])
    await api.sql.query('DELETE FROM bill_contents WHERE bill_id = $1', [pdf])
  })

  it('stays on its entry when that is edited', async () => {
    const { id: entry } = await recordExpenseOf(asha, { bills: [id] })
    await erase(office, { reason: 'By law' })
    const edited = await asha.client.put(`/api/site/transactions/${entry}`, {
      ...sampleExpenseBody,
      narration: 'x',
      bills: [id],
    })
    expect(expectBody(edited, 200, ROUTES.editExpense.answer).bills.map((bill) => bill.id)).toEqual([id])
  })

  it('is erased by an admin, for a reason, and once', async () => {
    expect((await erase(asha.client, { reason: 'x' })).status).toBe(403)
    expect((await erase(office, { reason: ' ' })).json).toMatchObject({ message: 'Please say why the bill is erased' })
    expect((await erase(office, {})).status).toBe(400)
    const key = randomUUID()
    const [first, again] = [await erase(office, { reason: 'x' }, key), await erase(office, { reason: 'x' }, key)]
    expect([first.status, again.status]).toEqual([204, 204])
    expect((await erase(office, { reason: 'x' })).status).toBe(410)
    id = 'cd'.repeat(32)
    expect((await erase(office, { reason: 'x' })).status).toBe(404)
  })
})

describe('an upload that no entry names', () => {
  const age = (id: string, days: number) =>
    api.sql.query(`UPDATE bills SET wanted_at = now() - interval '${days} days 1 minute' WHERE bill_id = $1`, [id])
  const clear = async () => {
    const { db, companyId, billStore, freshness } = api.company
    await freshness.waitUntilCurrent('bills')
    await deleteUnusedUploads(db, companyId, billStore)
  }
  const isThere = async (id: string) => (await asha.client.get(`/api/bills/${id}`)).status === 200

  it('is cleared away after 7 days, with its bytes, and what an entry named once is not', async () => {
    const [old, young, named, dropped] = [
      await uploadBillFileForId(asha.client, await samplePhoto()),
      await uploadBillFileForId(asha.client, await samplePhoto()),
      await aBill(),
      await uploadBillFileForId(asha.client, await samplePhoto()),
    ]
    const entry = await recordExpenseOf(asha, { bills: [dropped] })
    await asha.client.put(`/api/site/transactions/${entry.id}`, { ...sampleExpenseBody, bills: [] })
    await age(young, 6)
    for (const id of [old, named, dropped]) await age(id, 7)
    await clear()
    expect([await isThere(old), await isThere(young), await isThere(named), await isThere(dropped)]).toEqual([
      false,
      true,
      true,
      true,
    ])
    expect(await contentOf(old)).toBeUndefined()
    // Bills that an entry names are not checked again, however many there are.
    const looked = await api.sql.query("SELECT bill_id FROM bills WHERE wanted_at < now() - interval '6 days'")
    expect(looked.rows).toEqual([{ bill_id: young }])
    const { rows } = await api.sql.query('SELECT 1 FROM bill_uploads WHERE bill_id = $1', [old])
    expect(rows).toEqual([])
    expect(await verify()).toMatchObject({ ok: true, bills: 'equal' })
  })

  it('and is named on its last day stays', async () => {
    const id = await uploadBillFileForId(asha.client, await samplePhoto())
    await age(id, 7)
    await recordExpenseOf(asha, { bills: [id] })
    await clear()
    expect(await isThere(id)).toBe(true)
  })

  it('stays while the read model that knows what is named is behind the log', async () => {
    const id = await uploadBillFileForId(asha.client, await samplePhoto())
    await age(id, 7)
    const { db, companyId, billStore } = api.company
    await api.company.freshness.waitUntilCurrent('bills')
    await api.sql.query(
      `UPDATE checkpoints SET stopped_because = 'of a test', position = position - 1 WHERE projection = 'bills'`,
    )
    await deleteUnusedUploads(db, companyId, billStore)
    expect(await isThere(id)).toBe(true)
    await api.sql.query(
      `UPDATE checkpoints SET stopped_because = NULL, position = position + 1 WHERE projection = 'bills'`,
    )
    await clear()
    expect(await isThere(id)).toBe(false)
  })

  it('can be uploaded again', async () => {
    const photo = samplePdf(randomUUID())
    const id = await uploadBillFileForId(asha.client, photo)
    await age(id, 7)
    await clear()
    expect((await uploadBillFile(asha.client, photo)).status).toBe(201)
    expect(await isThere(id)).toBe(true)
  })
})
