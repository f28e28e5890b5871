import type { SiteUser } from '@ledger/contracts/http/people/account-schemas.ts'
import type { CompanyTransaction, Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import type { ExportJob } from '@ledger/web/src/shared/export/file/export-worker-messages.ts'
import type { makeExportFile as MakeExportFile } from '@ledger/web/src/shared/export/file/make-export-file.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readWorkbook, rowValues } from '../../../browser/helpers/xlsx-reader.ts'
import { sampleTransaction } from '../sample-transaction.ts'

/** The pages of the server by their addresses: what a list says, in turn where it is asked again. */
let pages: Record<string, { rows: unknown; next?: string }[]>
let asked: string[]
let makeExportFile: typeof MakeExportFile

beforeAll(async () => {
  vi.stubGlobal('self', { location: { origin: 'https://books.example' } })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    const times = asked.filter((other) => other === address).length
    const page = pages[address]?.[times - 1] ?? pages[address]?.at(-1)
    if (page === undefined) return Response.json({ code: 'not_found' }, { status: 404 })
    return Response.json(page.rows, { headers: page.next ? { link: `<${page.next}>; rel="next"` } : {} })
  })
  ;({ makeExportFile } = await import('@ledger/web/src/shared/export/file/make-export-file.ts'))
})
afterAll(() => {
  vi.unstubAllGlobals()
})
beforeEach(() => {
  pages = {}
  asked = []
})

/** Returns the lines of the file under its head; undefined where there is none. */
async function linesOf(job: ExportJob): Promise<unknown[][] | undefined> {
  const file = await makeExportFile({ ...job, heading: { company: 'Shree Builders' } }, () => undefined)
  return (
    file &&
    readWorkbook(new Uint8Array(await file.arrayBuffer()))
      .rows.slice(1)
      .map(rowValues)
  )
}

const row = (amount: string, given: Partial<Transaction> = {}): Transaction => ({
  ...sampleTransaction(`row of ${amount}`, 1, amount),
  ...given,
})
const companyRow = (amount: string, given: Partial<CompanyTransaction> = {}): CompanyTransaction => ({
  ...row(amount, given),
  accountName: 'Ravi',
  siteName: 'Canal Bridge',
  ...given,
})
const received = { type: 'credit', recipient: 'Ravi' } as const
const DELETED = { at: '2026-11-23T06:30:00.000Z', by: { id: 'office', name: 'Asha', role: 'admin' } } as const

/** Returns the lines of the summary. */
const summaryIn = (lines: unknown[][] | undefined) => {
  const from = lines?.findIndex(([first]) => first === 'SUMMARY') ?? -1
  return lines?.slice(from + 1).map(([label, , , amount]) => [label, amount])
}

describe('the list of the whole company', () => {
  const job = { kind: 'company', report: 'transactions', address: '/list' } as const

  test('shows deleted rows, and its sums are without them', async () => {
    const rows = [
      companyRow('1.00', received),
      companyRow('2.00', { ...received, deleted: DELETED }),
      companyRow('4.00'),
      companyRow('8.00', { deleted: DELETED }),
      companyRow('16.00', { isTransfer: true, transferTo: 'Sonu' }),
      companyRow('32.00', { ...received, isTransfer: true, transferFrom: 'Ravi' }),
      companyRow('64.00', { isTransfer: true, transferTo: 'Sonu', deleted: DELETED }),
    ]
    pages['/list'] = [{ rows }]
    const lines = await linesOf(job)
    expect(lines?.slice(0, rows.length).map((line) => line[2] ?? line[1])).toEqual([64, 32, 16, 8, 4, 2, 1])
    expect(lines?.[1]?.slice(7, 11)).toEqual(['Money Received', 'Ravi', 'Canal Bridge', 'Transfer'])
    expect(lines?.slice(0, rows.length).map((line) => line[11] ?? null)).toEqual([
      '2026-11-23, by Asha',
      ...[null, null],
      '2026-11-23, by Asha',
      null,
      '2026-11-23, by Asha',
      null,
    ])
    expect(summaryIn(lines)).toEqual([
      ['Total Money Received', 33],
      ['of which Transfers Received', 32],
      ['Total Expenses Made', 20],
      ['of which Transfers Given', 16],
    ])
  })

  test('has its questions in the worklist of questions alone', async () => {
    const askedBy = { id: 'office', name: 'Asha', role: 'auditor' }
    const question = { text: 'Which shop?', state: 'open', askedAt: DELETED.at, askedBy, answer: null } as const
    const ends = async (address: string) => {
      pages[address] = [{ rows: [companyRow('4.00', { questions: [question] })] }]
      return (await linesOf({ ...job, address }))?.[0]?.slice(-2)
    }
    const texts = ['Which shop? (Asha, 23 Nov 2026)', 'Waiting for the site']
    expect(await ends('/list?worklist=questions')).toEqual(texts)
    expect(await ends('/list?worklist=changed')).not.toEqual(texts)
  })

  test('is read to its last page, each page once', async () => {
    pages['/list'] = [{ rows: [companyRow('1.00'), companyRow('2.00')], next: '/second' }]
    pages['/second'] = [{ rows: [companyRow('4.00')], next: '/third' }]
    pages['/third'] = [{ rows: [companyRow('8.00')] }]
    expect(summaryIn(await linesOf(job))).toContainEqual(['Total Expenses Made', 15])
    expect(asked).toEqual(['/list', '/second', '/third'])
  })

  test('is oldest first, and in the order of the screen where its reader chose one', async () => {
    const inFile = async (address: string) => {
      pages[address] = [{ rows: [companyRow('4.00'), companyRow('2.00')], next: '/last' }]
      pages['/last'] = [{ rows: [companyRow('1.00')] }]
      return (await linesOf({ ...job, address }))?.slice(0, 3).map((line) => line[2])
    }
    expect(await inFile('/list?sort=-date')).toEqual([1, 2, 4])
    expect(await inFile('/list?sort=-amount')).toEqual([4, 2, 1])
    expect(await inFile('/list?q=tea&sort=date')).toEqual([4, 2, 1])
  })

  test('makes no file where there is no row, and fails where a page fails', async () => {
    pages['/list'] = [{ rows: [] }]
    expect(await linesOf(job)).toBeUndefined()
    pages['/list'] = [{ rows: [companyRow('1.00')], next: '/missing' }]
    await expect(linesOf(job)).rejects.toMatchObject({ status: 404 })
  })
})

const balances = (openingBalance: string, closingBalance: string, position = 7) => ({
  rows: { openingBalance, closingBalance, position },
})

describe('an own report', () => {
  const job = { kind: 'transactions', address: '/own' } as const
  beforeEach(() => {
    const to = (recipient: string) => ({ recipient })
    pages['/own'] = [{ rows: [row('1.00', to('Sharma')), row('2.00', to('Sharma & Sons')), row('4.00', received)] }]
  })

  test('of one recipient has the rows of that one alone, and their sums without a balance before', async () => {
    const lines = await linesOf({ ...job, recipient: 'Sharma', balances: undefined, hasOpening: false })
    expect(lines?.[0]?.slice(2, 4)).toEqual([1, 'Sharma'])
    expect(summaryIn(lines)).toContainEqual(['Total Expenses Made', 1])
    expect(summaryIn(lines)?.map(([label]) => label)).not.toContain('Opening Balance')
    const ofOffice = await linesOf({ ...job, recipient: null, balances: undefined, hasOpening: false })
    expect(summaryIn(ofOffice)).toContainEqual(['Total Money Received', 4])
  })

  test('of a period leads from the balance before it to the one after it', async () => {
    pages['/balances'] = [balances('100.00', '101.00')]
    const lines = summaryIn(await linesOf({ ...job, recipient: undefined, balances: '/balances', hasOpening: true }))
    expect(lines?.[0]).toEqual(['Opening Balance', 100])
    expect(lines).toContainEqual(['Total Expenses Made', 3])
    expect(lines?.at(-1)).toEqual(['Closing Balance (Surplus)', 101])
  })
})

describe('a ledger', () => {
  const job: ExportJob = {
    kind: 'ledger',
    report: 'site-ledger',
    address: '/rows',
    balances: '/balances',
    from: '2026-11-01',
    to: '2026-11-30',
  }
  const rows = [row('5.00'), row('100.00', received), row('30.00')]

  test('has the balance after each row, from the one before the period to the one after it', async () => {
    pages['/balances'] = [balances('10.00', '75.00')]
    pages['/rows'] = [{ rows }]
    const lines = await linesOf(job)
    expect(lines?.slice(0, 5).map((line) => line[8])).toEqual([10, -20, 80, 75, 75])
    expect(lines?.slice(0, 5).map((line) => line[3])).toEqual([
      ...['Opening Balance', 'Sharma Traders', 'Head Office', 'Sharma Traders', 'Closing Balance'],
    ])
  })

  test('as CSV has the same lines, oldest first, between its two balances', async () => {
    pages['/balances'] = [balances('10.00', '75.00')]
    pages['/rows'] = [{ rows }]
    const asCsv = { ...job, format: 'csv', heading: { company: 'Shree Builders' } } as const
    const file = await makeExportFile(asCsv, () => undefined)
    const lines = (await file?.text())?.trimEnd().split('\r\n').slice(1)
    expect(lines?.map((line) => line.split(',')[8])).toEqual(['10.00', '-20.00', '80.00', '75.00', '75.00'])
    expect([lines?.[0], lines?.at(-1)].map((line) => line?.split(',')[3])).toEqual([
      ...['Opening Balance', 'Closing Balance'],
    ])
  })

  test('is read again where an entry was booked between the two reads of its state, and not for ever', async () => {
    pages['/balances'] = [balances('10.00', '80.00', 7), balances('10.00', '75.00', 8)]
    pages['/rows'] = [{ rows }]
    expect((await linesOf(job))?.[4]?.[8]).toBe(75)
    expect(asked).toEqual(['/balances', '/rows', '/balances', '/balances', '/rows', '/balances'])
    pages['/balances'] = [1, 2, 3, 4, 5, 6].map((position) => balances('10.00', '80.00', position))
    asked = []
    await expect(linesOf(job)).rejects.toThrow('changed each time')
    expect(asked).toHaveLength(9)
  })

  test('of a period without entries has its two balances, and no file where both are nothing', async () => {
    pages['/rows'] = [{ rows: [] }]
    pages['/balances'] = [balances('10.00', '10.00')]
    expect((await linesOf(job))?.slice(0, 3).map((line) => [line[3], line[8]])).toEqual([
      ['Opening Balance', 10],
      ['No transactions in this period', undefined],
      ['Closing Balance', 10],
    ])
    pages['/balances'] = [balances('0.00', '0.00')]
    asked = []
    expect(await linesOf(job)).toBeUndefined()
  })
})

test('a statement of a payee ends with what was paid in all', async () => {
  pages['/paid'] = [{ rows: [companyRow('1.50'), companyRow('2.25')] }]
  const lines = await linesOf({ kind: 'statement', report: 'beneficiary-statement', address: '/paid' })
  expect(lines?.map((line) => [line[1], line[6]])).toEqual([
    ['Ravi', 2.25],
    ['Ravi', 1.5],
    ['Total paid', 3.75],
  ])
})

test('a list of people ends with the sums of all', async () => {
  const person = (firstName: string, totalReceived: string, totalSpent: string, currentBalance: string): SiteUser => ({
    ...{ id: firstName, role: 'site_incharge', firstName, lastName: '', email: null, mobile: '9000000001' },
    ...{ siteName: 'Canal Bridge', status: 'active' },
    siteBalance: { totalReceived, totalSpent, currentBalance },
  })
  const disabled: SiteUser = { ...person('Bala', '1.00', '3.00', '-2.00'), status: 'disabled' }
  pages['/sites'] = [{ rows: [person('Asha', '10.00', '4.00', '6.00'), disabled] }]
  const lines = await linesOf({ kind: 'people', report: 'sites', address: '/sites' })
  expect(lines).toEqual([
    ['Asha', 'Canal Bridge', '9000000001', 'Active', 10, 4, 6],
    ['Bala', 'Canal Bridge', '9000000001', 'Disabled', 1, 3, -2],
    ['Total', null, null, null, 11, 7, 4],
  ])
})
