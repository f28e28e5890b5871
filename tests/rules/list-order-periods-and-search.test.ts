import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectBody, type TestClient } from '../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  signInAdmin,
  transferMoney,
} from '../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/** api.md, Lists, and §2, Transaction list behaviour. */

let api: TestService
let office: TestClient
let incharge: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge')
})
afterAll(() => api.close())

async function list(client: TestClient, query = ''): Promise<Transaction[]> {
  return expectBody(await client.get(`/api/site/transactions${query}`), 200, ROUTES.siteTransactions.answer)
}
const narrations = async (client: TestClient, query: string) => (await list(client, query)).map((row) => row.narration)
const find = (client: TestClient, q: string) => narrations(client, `?q=${encodeURIComponent(q)}`)

describe('the order', () => {
  it('is by date, then by position, whenever they were recorded', async () => {
    const worker = await hireFieldUser(office, 'site_incharge')
    const dates = ['2026-04-02', '2026-04-01', '2026-04-03', '2026-04-02', '2026-04-02T12:00:00+05:30', '2026-04-01']
    for (const [index, date] of dates.entries()) await recordExpenseOf(worker, { date, narration: `n${index}` })
    expect(await narrations(worker.client, '')).toEqual(['n2', 'n4', 'n3', 'n0', 'n5', 'n1'])
    // An edit may move an entry to another day, but never in the order within its time.
    const [first] = await list(worker.client, '?limit=1')
    const { id = '' } = first ?? {}
    const moved = { type: 'debit', amount: '1', recipient: 'x', purpose: 'x', paymentMode: 'upi', narration: 'n2' }
    await worker.client.put(`/api/site/transactions/${id}`, { ...moved, date: '2026-04-02' })
    expect(await narrations(worker.client, '')).toEqual(['n4', 'n3', 'n2', 'n0', 'n5', 'n1'])
  })

  it('is the same for both sides of a back-dated transfer, and for head office', async () => {
    const from = await hireFieldUser(office, 'site_incharge')
    const to = await hireFieldUser(office, 'supervisor')
    await sendMoneyTo(office, from, '100.00', { date: '2026-04-10' })
    const debit = await transferMoney(from, to, '40.00', { date: '2026-04-05', narration: 'Back-dated' })
    expect(debit.date).toBe('2026-04-05T06:30:00.000Z')
    expect(debit.recordedAt > '2026-04-06').toBe(true)
    expect(await narrations(from.client, '')).toEqual(['For the site', 'Back-dated'])
    expect((await list(to.client))[0]).toMatchObject({ date: debit.date, recordedAt: debit.recordedAt })
    const all = expectBody(
      await office.get('/api/admin/transactions?from=2026-04-05&to=2026-04-05'),
      200,
      ROUTES.adminTransactions.answer,
    )
    expect(all.map((row) => row.id).sort()).toEqual([debit.id, `${debit.id}-in`].sort())
  })
})

describe('a day', () => {
  it('is one in Asia/Kolkata, both ends of a period included', async () => {
    const worker = await hireFieldUser(office, 'supervisor')
    const instants = {
      'last of March': '2026-03-31T18:29:59.999Z',
      'first of April': '2026-03-31T18:30:00.000Z',
      'last of April 1': '2026-04-01T18:29:59.999Z',
      'first of April 2': '2026-04-01T18:30:00.000Z',
    }
    for (const [narration, date] of Object.entries(instants)) await recordExpenseOf(worker, { date, narration })
    const period = (from: string, to: string) => narrations(worker.client, `?from=${from}&to=${to}`)
    expect(await period('2026-04-01', '2026-04-01')).toEqual(['last of April 1', 'first of April'])
    expect(await period('2026-03-31', '2026-03-31')).toEqual(['last of March'])
    expect(await period('2026-03-31', '2026-04-02')).toEqual(Object.keys(instants).reverse())
    expect(await period('2026-04-02', '')).toEqual(['first of April 2'])
    expect(await period('', '2026-03-31')).toEqual(['last of March'])
    expect(await period('2026-04-02', '2026-04-01')).toEqual([])
  })
})

describe('a search', () => {
  beforeAll(async () => {
    const entries = [
      { narration: 'plain', recipient: 'Sharma Traders', purpose: 'Cement', amount: '1500.00', paymentMode: 'cash' },
      {
        narration: '50% advance',
        recipient: 'Gupta',
        purpose: 'Steel',
        amount: '12345.67',
        paymentMode: 'bank_transfer',
      },
      { narration: 'under_score', recipient: 'राम भरोसे', purpose: 'Sand', amount: '9.90', paymentMode: 'upi' },
      { narration: 'back\\slash', recipient: "O'Neil", purpose: 'ÄRGER', amount: '77.00', paymentMode: 'cheque' },
    ]
    for (const entry of entries) await recordExpenseOf(incharge, entry)
  })

  it.each([
    ['sharma', ['plain']],
    ['SHARMA TRADERS', ['plain']],
    ['cement', ['plain']],
    ['PLAIN', ['plain']],
    ['1500', ['plain']],
    ['1500.00', ['plain']],
    ['1,500', ['plain']],
    ['₹ 12,345.67', ['50% advance']],
    ['45.6', ['50% advance']],
    ['cash', ['plain']],
    ['bank_transfer', ['50% advance']],
    ['Bank Transfer', ['50% advance']],
    ['%', ['50% advance']],
    ['0%', ['50% advance']],
    ['under_', ['under_score']],
    ['r_s', ['under_score']],
    ['\\', ['back\\slash']],
    ['k\\s', ['back\\slash']],
    ['राम', ['under_score']],
    ["o'neil", ['back\\slash']],
    ['ärger', ['back\\slash']],
    ['  plain  ', ['plain']],
    ['nothing of the kind', []],
    ['debit', []],
    ['site_', []],
    ['cement%', []],
    ['pl_in', []],
  ])('%j finds %j', async (words, found) => {
    expect(await find(incharge.client, words)).toEqual(found)
    const all = await office.get(`/api/admin/transactions?q=${encodeURIComponent(words)}&account=${incharge.id}`)
    expect(expectBody(all, 200, ROUTES.adminTransactions.answer).map((row) => row.narration)).toEqual(found)
  })

  it('finds what a row shows in either language, whatever is kept', async () => {
    const rajesh = await hireFieldUser(office, 'site_incharge', {
      name: 'Rajesh Patidar',
      siteName: 'Vijay Nagar Plaza',
    })
    const sita = await hireFieldUser(office, 'supervisor', { name: 'Sita Devi' })
    await sendMoneyTo(office, rajesh, '9000', { narration: 'sent', date: '2026-04-01' })
    await recordExpenseOf(rajesh, {
      narration: 'paid',
      paymentMode: 'bank_transfer',
      recipient: 'Gupta',
      date: '2026-04-02',
    })
    await transferMoney(rajesh, sita, '1500', { narration: 'passed', paymentMode: 'cash', date: '2026-04-03' })
    const own: [string, string[]][] = [
      ['हेड ऑफिस', ['sent']],
      ['head office', ['sent']],
      // The badge, and a bank transfer.
      ['ट्रांसफ़र', ['passed', 'paid', 'sent']],
      // Without the nukta, and with the one that is a letter of its own in Unicode.
      ['ट्रांसफर', ['passed', 'paid', 'sent']],
      ['ट्रांस\u095eर', ['passed', 'paid', 'sent']],
      ['बैंक', ['paid', 'sent']],
      ['सुपरवाइज़र को ट्रांसफ़र', ['passed']],
      ['नकद', ['passed']],
      ['−₹1,500', ['passed']],
      ['+₹9,000', ['sent']],
      ['2 Apr 2026', ['paid']],
      ['02 april 2026', ['paid']],
      ['3 अप्रैल 2026', ['passed']],
      ['31 Apr 2026', []],
      ['₹', []],
      ['Vijay', []],
    ]
    for (const [q, found] of own) expect(await find(rajesh.client, q), q).toEqual(found)
    // Head office's rows also show their owners.
    const all = async (q: string) => {
      const reply = await office.get(`/api/admin/transactions?q=${encodeURIComponent(q)}`)
      return expectBody(reply, 200, ROUTES.adminTransactions.answer).map((row) => row.narration)
    }
    expect(await all('vijay nagar')).toEqual(['passed', 'paid', 'sent'])
    // The incharge's three rows, and the other side of the transfer.
    expect(await all('Rajesh Patidar')).toEqual(['passed', 'passed', 'paid', 'sent'])
    expect(await all('sita devi')).toEqual(['passed', 'passed'])
  })

  describe('for several words', () => {
    let worker: FieldUser
    beforeAll(async () => {
      worker = await hireFieldUser(office, 'site_incharge')
      await recordExpenseOf(worker, {
        ...{ narration: 'bill 7456 - paid', recipient: 'Malwa Traders', purpose: 'Cement', date: '2026-04-22' },
        ...{ amount: '12500.00', paymentMode: 'cheque' },
      })
      await recordExpenseOf(worker, {
        ...{ narration: 'वाउचर १२३', recipient: 'क्\u200dषेत्रीय डिपो', purpose: 'ＡＣ पाइप', date: '2026-04-23' },
        ...{ amount: '108630.00', paymentMode: 'upi' },
      })
    })
    const malwa = ['bill 7456 - paid']
    const depot = ['वाउचर १२३']

    it.each([
      ['cement 12500', malwa],
      ['12,500 CEMENT', malwa],
      ['bill 7456', malwa],
      ['7456 bill', malwa],
      ['Malwa cheque', malwa],
      ['चेक malwa', malwa],
      ['− ₹ 12,500 malwa', malwa],
      ['malwa - cement', malwa],
      ['22 Apr 2026 bill', malwa],
      ['bill २२ अप्रैल २०२६', malwa],
      ['bill 23 Apr 2026', []],
      ['cement upi', []],
      ['cement 12501', []],
      ['malwa traders cement bill 7456 paid 12500 cheque 22 Apr 2026 malwa paid traders cem ent ill aders', malwa],
      ['malwa traders cement bill 7456 paid 12500 cheque 22 Apr 2026 malwa paid traders cem ent ill eque', []],
    ])('%j finds %j, in any order and in any field', async (words, found) => {
      expect(await find(worker.client, words)).toEqual(found)
    })

    it.each([
      ['123', depot],
      ['१२३', depot],
      ['१,०८,६३०', depot],
      ['108630', depot],
      ['क्षेत्रीय', depot],
      ['क्\u200dषेत्रीय', depot],
      ['ac', depot],
      ['ＡＣ', depot],
      ['ａｃ १２३ डिपो', depot],
      ['Ｍalwa ７４५６', malwa],
    ])('%j finds %j, in whatever form both are written', async (words, found) => {
      expect(await find(worker.client, words)).toEqual(found)
      const sums = await worker.client.get(`/api/site/transactions/sums?q=${encodeURIComponent(words)}`)
      expect(expectBody(sums, 200, ROUTES.siteTransactionSums.answer).count).toBe(found.length)
    })

    it('finds people, sites and beneficiaries in the same way', async () => {
      await hireFieldUser(office, 'site_incharge', { name: 'मी\u200dरा बाई', siteName: 'गोदाम ४२' })
      const sites = async (q: string) => {
        const reply = await office.get(`/api/admin/sites?q=${encodeURIComponent(q)}`)
        return expectBody(reply, 200, ROUTES.adminSites.answer).map((user) => user.siteName)
      }
      for (const q of ['मीरा', 'बाई मीरा', '42 गोदाम', 'मीरा ४२']) expect(await sites(q), q).toEqual(['गोदाम ४२'])
      const reply = await office.get(`/api/admin/beneficiaries?q=${encodeURIComponent('traders MALWA')}`)
      expect(expectBody(reply, 200, ROUTES.beneficiaryReports.answer).map(({ name }) => name)).toEqual([
        'Malwa Traders',
      ])
    })
  })

  it('finds a renamed supervisor by both names', async () => {
    const giver = await hireFieldUser(office, 'site_incharge')
    const other = await hireFieldUser(office, 'supervisor', { name: 'Balram Elsewhere' })
    const renamed = await hireFieldUser(office, 'supervisor', { name: 'Balram Purana' })
    await sendMoneyTo(office, giver, '1000', { date: '2026-04-01' })
    await transferMoney(giver, renamed, '10', { narration: 'before', date: '2026-04-02' })
    await transferMoney(giver, other, '20', { narration: 'to another', date: '2026-04-03' })
    await recordExpenseOf(renamed, { narration: 'own', date: '2026-04-04' })
    const body = { name: 'Dwarka Nayak', mobile: renamed.mobile }
    expect((await office.put(`/api/admin/supervisors/${renamed.id}`, body)).status).toBe(200)
    await transferMoney(giver, renamed, '30', { narration: 'after', date: '2026-04-05' })

    expect(await find(giver.client, 'Dwarka')).toEqual(['after', 'before'])
    expect(await find(giver.client, 'purana balram')).toEqual(['after', 'before'])
    expect(await find(giver.client, 'balram')).toEqual(['after', 'to another', 'before'])
    expect(await find(giver.client, 'nayak before')).toEqual(['before'])
    const all = async (q: string) => {
      const reply = await office.get(`/api/admin/transactions?q=${encodeURIComponent(q)}`)
      return expectBody(reply, 200, ROUTES.adminTransactions.answer).map((row) => row.narration)
    }
    for (const q of ['Dwarka Nayak', 'Balram Purana']) {
      // Both sides of both transfers, and the own expense.
      expect(await all(q), q).toEqual(['after', 'after', 'own', 'before', 'before'])
      const reply = await office.get(`/api/admin/supervisors?q=${encodeURIComponent(q)}`)
      expect(
        expectBody(reply, 200, ROUTES.adminSupervisors.answer).map((user) => user.firstName),
        q,
      ).toEqual(['Dwarka'])
    }
  })

  it('and a period and a kind narrow together', async () => {
    await sendMoneyTo(office, incharge, '20.00', { narration: 'plain money' })
    expect(await narrations(incharge.client, '?q=plain&type=credit')).toEqual(['plain money'])
    expect(await narrations(incharge.client, '?q=plain&type=debit')).toEqual(['plain'])
    expect(await narrations(incharge.client, '?q=plain&from=2020-01-01&to=2020-12-31')).toEqual([])
    expect(await narrations(incharge.client, '?q=')).toHaveLength(5)
  })

  it('among people looks in name, site and number', async () => {
    await hireFieldUser(office, 'site_incharge', { name: 'Kamala 100% Devi', siteName: 'Canal_Bridge' })
    const names = async (q: string) => {
      const reply = await office.get(`/api/admin/sites?q=${encodeURIComponent(q)}`)
      return expectBody(reply, 200, ROUTES.adminSites.answer).map((user) => user.firstName)
    }
    for (const q of ['kamala', 'DEVI', 'canal_', '100%', 'Kamala 100% Devi'])
      expect(await names(q), q).toEqual(['Kamala'])
    expect(await names(incharge.mobile)).toEqual(['Worker'])
    for (const q of ['canal%bridge', 'c_nal', 'k%']) expect(await names(q), q).toEqual([])
  })
})

describe('beneficiaries', () => {
  it('are one whatever case and spaces they are typed in; the first spelling stays', async () => {
    const worker = await hireFieldUser(office, 'site_incharge')
    const other = await hireFieldUser(office, 'supervisor')
    const spellings = ['Verma & Sons', 'VERMA & SONS', ' verma  &   sons ', 'Ｖerma & Sons']
    for (const recipient of spellings)
      expect((await recordExpenseOf(worker, { recipient })).recipient).toBe('Verma & Sons')
    expect((await recordExpenseOf(other, { recipient: 'verma & SONS' })).recipient).toBe('Verma & Sons')
    const last = await recordExpenseOf(worker, { recipient: 'Zeta Pumps' })
    const names = async (client: TestClient, path = '/api/site/beneficiaries') =>
      expectBody(await client.get(path), 200, ROUTES.siteBeneficiaries.answer).map(({ name }) => name)
    expect(await names(worker.client)).toEqual(['Zeta Pumps', 'Verma & Sons'])
    expect(await names(worker.client, '/api/beneficiaries')).toEqual(['Zeta Pumps', 'Verma & Sons'])
    expect(await names(other.client)).toEqual(['Verma & Sons'])
    expect((await names(office, '/api/beneficiaries')).filter((name) => /verma/i.test(name))).toEqual(['Verma & Sons'])
    // A beneficiary that was paid by mistake only is not offered again.
    await worker.client.delete(`/api/site/transactions/${last.id}`)
    expect(await names(worker.client)).toEqual(['Verma & Sons'])
  })
})
