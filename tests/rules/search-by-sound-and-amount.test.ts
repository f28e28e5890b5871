import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectBody, type TestClient } from '../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  signInAdmin,
} from '../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/** api.md, Lists: Latin and Devanagari alike, and amounts among the words (docs/search.md). */

let api: TestService
let office: TestClient
let incharge: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge', { name: 'सुरेश यादव', siteName: 'Gurgaon Tower' })
  await sendMoneyTo(office, incharge, '500000.00')
  const entries = [
    { narration: 'एक', recipient: 'रामलाल चाय वाला', purpose: 'चाय', amount: '120.50' },
    { narration: 'two', recipient: 'Gupta Traders', purpose: 'Cement', amount: '12500.00' },
    { narration: 'तीन', recipient: 'गुप्ता ब्रदर्स', purpose: 'सीमेंट', amount: '12000.00' },
    { narration: 'bill 12500', recipient: 'महेश हार्डवेयर', purpose: 'सिमेंट', amount: '13000.00' },
    { narration: 'five', recipient: 'Kiran Devi', purpose: 'चावल', amount: '125000.00' },
  ]
  for (const entry of entries) await recordExpenseOf(incharge, entry)
})
afterAll(() => api.close())

async function findInBoth(q: string): Promise<string[]> {
  const query = `?type=debit&q=${encodeURIComponent(q)}`
  const own = expectBody(
    await incharge.client.get(`/api/site/transactions${query}`),
    200,
    ROUTES.siteTransactions.answer,
  )
  const all = expectBody(await office.get(`/api/admin/transactions${query}`), 200, ROUTES.adminTransactions.answer)
  expect(all.map((row) => row.narration)).toEqual(own.map((row) => row.narration))
  return own.map((row) => row.narration).toReversed()
}

describe('a word in either script', () => {
  it.each([
    ['chai', ['एक']],
    ['ramlal', ['एक']],
    ['ramlaal chay wala', ['एक']],
    ['cement', ['two', 'तीन', 'bill 12500']],
    ['सीमेंट', ['two', 'तीन', 'bill 12500']],
    ['gupta', ['two', 'तीन']],
    ['गुप्ता', ['two', 'तीन']],
    ['siment gupta', ['two', 'तीन']],
    ['brothers', ['तीन']],
    ['mahesh hardware', ['bill 12500']],
    ['किरण', ['five']],
    ['karan', []],
    ['chawal', ['five']],
    ['chawla', []],
  ])('%j finds %j', async (words, found) => {
    expect(await findInBoth(words)).toEqual(found)
  })

  it('finds people and their entries, and beneficiaries', async () => {
    for (const q of ['suresh', 'yadaw', 'गुड़गांव']) {
      const sites = await office.get(`/api/admin/sites?q=${encodeURIComponent(q)}`)
      expect(expectBody(sites, 200, ROUTES.adminSites.answer).map(({ id }) => id)).toEqual([incharge.id])
      const rows = await office.get(`/api/admin/transactions?q=${encodeURIComponent(q)}`)
      expect(expectBody(rows, 200, ROUTES.adminTransactions.answer)).toHaveLength(6)
    }
    const paid = await office.get('/api/admin/beneficiaries?q=gupta')
    expect(
      expectBody(paid, 200, ROUTES.beneficiaryReports.answer)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['Gupta Traders', 'गुप्ता ब्रदर्स'])
  })

  it('finds an edited entry by its new words alone', async () => {
    const { id } = await recordExpenseOf(incharge, {
      narration: 'six',
      recipient: 'पहला नाम',
      purpose: 'x',
      amount: '1',
    })
    const body = { type: 'debit', amount: '1', purpose: 'x', paymentMode: 'upi', narration: 'six', date: '2026-04-02' }
    await incharge.client.put(`/api/site/transactions/${id}`, { ...body, recipient: 'दूसरा पक्ष' })
    expect(await findInBoth('pehla')).toEqual([])
    expect(await findInBoth('dusra')).toEqual(['six'])
    await incharge.client.delete(`/api/site/transactions/${id}`)
  })
})

describe('an amount among the words', () => {
  it.each([
    ['12500', ['two', 'bill 12500', 'five']],
    ['12,500', ['two', 'five']],
    ['१२५००.००', ['two']],
    ['1,25,000', ['five']],
    ['>13000', ['five']],
    ['>=13000', ['bill 12500', 'five']],
    ['> ₹ 13,000', ['five']],
    ['<120.50', []],
    ['<=120.50', ['एक']],
    ['12000-13000', ['two', 'तीन', 'bill 12500']],
    ['₹१२,००० – १२,५००', ['two', 'तीन']],
    ['cement 12000-12500', ['two', 'तीन']],
    ['>1,00,000 <2,00,000', ['five']],
    ['12500 gupta', ['two']],
  ])('%j finds %j', async (words, found) => {
    expect(await findInBoth(words)).toEqual(found)
  })

  it('has the totals of what it finds', async () => {
    const sums = await office.get('/api/admin/transactions/sums?q=cement%20%3E12000')
    expect(sums.json).toMatchObject({ count: 2, debits: { amount: '25500.00' } })
  })
})

it('a text without a space, as long as a text may be, is listed like any other, and the next entries too', async () => {
  // Each sign is folded to several letters (㎑ to khz), and their order does not compress: with its sound, the word is
  // longer than an index's key may be.
  const signs = Array.from({ length: 96 }, (_, index) => String.fromCodePoint(0x3380 + index)).filter((sign) =>
    /^[A-Za-z]{2,}$/.test(sign.normalize('NFKC')),
  )
  let random = 1
  const nextSign = () => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0
    return signs[(random >>> 8) % signs.length]
  }
  const narration = Array.from({ length: 1000 }, nextSign).join('')
  await recordExpenseOf(incharge, { narration, recipient: 'Long', purpose: 'Long', amount: '1' })
  await recordExpenseOf(incharge, { narration: 'after it', recipient: 'Short', purpose: 'Short', amount: '2' })
  expect(await findInBoth('after it')).toEqual(['after it'])
  expect(await findInBoth('Long')).toEqual([narration])
})
