import type { Supervisor } from '@ledger/contracts/http/people/account-schemas.ts'
import type { RowQuestion, Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import type { Language } from '@ledger/contracts/languages.ts'
import { spreadsheetRupeeFormat } from '@ledger/contracts/spreadsheets/rupee-format.ts'
import { SUMMARY_SUBJECTS, type SummarySubject } from '@ledger/contracts/summary-subjects.ts'
import { netLabelOf } from '@ledger/web/src/shared/export/dialog/net-label.ts'
import { words } from '@ledger/web/src/shared/export/dialog/screen-texts.ts'
import { fileNameFromParts, periodInFileName } from '@ledger/web/src/shared/export/file/file-name.ts'
import { addToSums, emptyFileSums, summaryLines, totalLines } from '@ledger/web/src/shared/export/file/file-sums.ts'
import {
  balanceLine,
  beneficiaryLine,
  beneficiarySheet,
  beneficiaryStatementLine,
  beneficiaryStatementSheet,
  companyLine,
  companySheet,
  isWithRecipient,
  lateEntriesSheet,
  lateEntryLine,
  ledgerLine,
  ledgerSheet,
  peopleSheet,
  personLine,
  queriedEntriesSheet,
  queriedEntryLine,
  summaryLine,
  summarySheet,
  transactionLine,
  transactionSheet,
} from '@ledger/web/src/shared/export/file/report-sheets.ts'
import type { Sheet } from '@ledger/web/src/shared/export/file/sheet-model.ts'
import { describe, expect, it } from 'vitest'

const row = (given: Partial<Transaction> = {}): Transaction => ({
  id: 'one',
  type: 'debit',
  amount: '1234.56',
  // 1 April in Kolkata, still 31 March in London.
  date: '2026-03-31T18:30:00.000Z',
  recordedAt: '2026-04-02T00:00:00.000Z',
  recipient: '=Sharma & Sons',
  purpose: 'Cement',
  paymentMode: 'bank_transfer',
  narration: '+1',
  reference: null,
  userId: 'site_9000000001',
  isTransfer: false,
  transferFrom: null,
  transferTo: null,
  revision: 1,
  recordedBy: { id: 'site_9000000001', name: 'Ravi', role: 'site_incharge' },
  voucher: 'P/26-27/000007',
  acknowledgedAt: null,
  bills: [],
  siteId: null,
  siteName: null,
  ...given,
})

const AT = { language: 'en', origin: 'https://books.example' } as const
const IN_HINDI = { ...AT, language: 'hi' } as const

const headers = ({ columns }: Sheet) => columns.map(({ header }) => header)

const SHEETS: readonly ((language: Language) => Sheet)[] = [
  ...[transactionSheet, ledgerSheet, companySheet, lateEntriesSheet, queriedEntriesSheet, beneficiaryStatementSheet],
  ...[peopleSheet, beneficiarySheet],
  ...SUMMARY_SUBJECTS.map((by) => (language: Language) => summarySheet(by, language)),
]

describe('the sheet of §3', () => {
  it('has its columns, in its order, as wide as it says', () => {
    const sheet = transactionSheet('en')
    expect(sheet.name).toBe('Transaction Report')
    const specified = sheet.columns.slice(0, 8)
    expect(specified.map(({ header, width }) => [header, width])).toEqual([
      ['Date', 12],
      ['Credit Amount', 15],
      ['Debit Amount', 15],
      ['Recipient/Beneficiary', 20],
      ['Purpose', 25],
      ['Payment Mode', 15],
      ['Narration', 30],
      ['Transaction Type', 18],
    ])
    expect(ledgerSheet('en').columns.slice(0, 8)).toEqual(specified)
  })

  it('puts an amount where it belongs, in paise, on the day in Kolkata', () => {
    const texts = ['=Sharma & Sons', 'Cement', 'Bank Transfer', '+1']
    expect(transactionLine(row(), AT).slice(0, 8)).toEqual(['2026-04-01', null, 123_456, ...texts, 'Expense Made'])
    const received = row({ type: 'credit', transferFrom: 'Ravi', recipient: 'Ravi' })
    expect(transactionLine(received, AT).slice(0, 8)).toEqual([
      '2026-04-01',
      123_456,
      null,
      'Ravi',
      ...texts.slice(1),
      'Money Received',
    ])
  })

  const company = (given: Partial<Transaction>) => ({ ...row(given), accountName: 'Ravi', siteName: 'Canal Bridge' })
  it.each([
    ['an own report', transactionSheet, (given: Partial<Transaction>) => transactionLine(row(given), AT)],
    ['a ledger', ledgerSheet, (given: Partial<Transaction>) => ledgerLine(row(given), 100, AT)],
    ['all transactions', companySheet, (given: Partial<Transaction>) => companyLine(company(given), AT)],
    [
      'a statement',
      beneficiaryStatementSheet,
      (given: Partial<Transaction>) => beneficiaryStatementLine(company(given), AT),
    ],
  ])(
    'says at the end of a row of %s how many bills prove it, where they are, the reference and the voucher number',
    (_, sheetOf, lineOf) => {
      const { columns } = sheetOf('en')
      const bill = (id: string) => ({ id, type: 'image/jpeg' as const, width: 3, height: 4 })
      const heads = columns.slice(-4).map(({ header }) => header)
      expect(heads).toEqual(['Bills', 'Bill Links', 'Reference', 'Voucher Number'])
      const proved = lineOf({ bills: [bill('aa'), bill('bb')], reference: 'UTR N0001' })
      expect(proved.length).toBe(columns.length)
      const links = 'https://books.example/api/bills/aa https://books.example/api/bills/bb'
      expect(proved.slice(-4)).toEqual([2, links, 'UTR N0001', 'P/26-27/000007'])
      expect(lineOf({ voucher: null }).slice(-4)).toEqual([null, null, null, null])
    },
  )

  it('says when an entry was entered, in the list of those that were entered late', () => {
    const { columns } = lateEntriesSheet('en')
    const line = lateEntryLine(company({}), AT)
    expect([columns.at(-1)?.header, line.at(-1), line.length]).toEqual(['Entered On', '2026-04-02', columns.length])
  })

  it('has each question with its answer, in the list of questions', () => {
    const asked = { askedAt: '2026-04-01T18:30:00.000Z', askedBy: { id: 'office', name: 'Asha', role: 'auditor' } }
    const answer = { text: 'Sharma', at: '2026-04-03T06:30:00.000Z', by: row().recordedBy }
    const questions: RowQuestion[] = [
      { ...asked, text: 'How many bags?', state: 'open', answer: null },
      { ...asked, text: 'Which shop?', state: 'answered', answer },
    ]
    const { columns } = queriedEntriesSheet('en')
    expect(columns.slice(-2).map(({ header }) => header)).toEqual(['Question', 'Answer'])
    const line = queriedEntryLine({ ...company({}), questions }, AT)
    expect(line.length).toBe(columns.length)
    expect(line.slice(-2)).toEqual([
      'How many bags? (Asha, 2 Apr 2026)\nWhich shop? (Asha, 2 Apr 2026)',
      'Waiting for the site\nAnswered: Sharma',
    ])
    const inHindi = queriedEntryLine({ ...company({}), questions: questions.slice(1) }, { ...AT, language: 'hi' })
    expect(inHindi.slice(-2)).toEqual(['Which shop? (Asha, 2 अप्रैल 2026)', 'जवाब आया: Sharma'])
  })

  it('is in the language of its reader on paper, what people typed aside', () => {
    const phrase = 'Money from Head Office'
    const line = transactionLine(row({ type: 'credit', purpose: phrase, narration: phrase }), IN_HINDI)
    expect(line.slice(3, 8)).toEqual(['हेड ऑफिस', 'हेड ऑफिस से मिले पैसे', 'बैंक ट्रांसफ़र', phrase, 'पैसे मिले'])
    for (const sheetOf of SHEETS) expect(headers(sheetOf('hi')).join()).not.toMatch(/[A-Za-z]/)
  })

  it('leaves out on paper what the column of the amount says, and links', () => {
    const offPaper = transactionSheet('en').columns.filter(({ onPaper }) => !onPaper)
    expect(offPaper.map(({ header }) => header)).toEqual(['Transaction Type', 'Bill Links'])
  })

  it('says of a deleted row of all transactions on which day in Kolkata it went, and who deleted it', () => {
    const deleted = { at: '2026-03-31T18:30:00.000Z', by: { id: 'office', name: 'Asha', role: 'admin' } }
    const gone = (language: Language) => companyLine({ ...company({}), deleted }, { ...AT, language })[11]
    expect([gone('en'), gone('hi')]).toEqual(['2026-04-01, by Asha', '2026-04-01, Asha'])
    expect(companyLine(company({}), AT)[11]).toBeNull()
  })

  it('says that head office sent what head office sent', () => {
    const sent = row({ type: 'credit', recipient: 'The account itself' })
    expect(transactionLine(sent, AT)[3]).toBe('Head Office')
    expect([isWithRecipient(null, sent), isWithRecipient('The account itself', sent)]).toEqual([true, false])
    expect([
      isWithRecipient(null, row()),
      isWithRecipient('=Sharma & Sons', row()),
      isWithRecipient('=Sharma', row()),
    ]).toEqual([false, true, false])
  })
})

describe('the other lines', () => {
  it('say the balance after each in a ledger, which also stands alone above and below', () => {
    expect(ledgerLine(row(), -500, AT).slice(0, 9)).toEqual([...transactionLine(row(), AT).slice(0, 8), -500])
    const empty = [null, null, null]
    expect(balanceLine('Opening balance', '2026-04-01', 700)).toEqual([
      ...['2026-04-01', null, null, 'Opening balance', ...empty, null, 700],
    ])
    expect(balanceLine('Opening balance', undefined, 0)[0]).toBeNull()
  })

  it('have a name that spreadsheet programs take', () => {
    for (const sheetOf of SHEETS) expect(sheetOf('en').name).toMatch(/^[A-Za-z ]{1,31}$/)
  })

  it('say of a supervisor, who has no site, what came in, what went out and what is left', () => {
    const sonu: Supervisor = {
      ...{ id: 'supervisor_9000000002', role: 'supervisor', firstName: 'Sonu', lastName: 'Kumar', email: null },
      ...{ mobile: '9000000002', status: 'disabled', siteId: null, siteFrom: null },
      siteBalance: { totalReceived: '500.00', totalSpent: '120.50', currentBalance: '379.50' },
    }
    const line = personLine(sonu, 'hi')
    expect(line).toEqual(['Sonu Kumar', null, '9000000002', 'बंद', 500_00, 120_50, 379_50])
    expect(peopleSheet('hi').columns.map(({ kind }) => kind === 'money')).toEqual(line.map(Number.isInteger))
  })

  it('say of a beneficiary how much, how often and on which day in Kolkata', () => {
    const report = { id: 'b:a', name: 'A', totalPaid: '12.50', payments: 3, lastPaidOn: '2026-03-31T18:30:00.000Z' }
    expect(headers(beneficiarySheet('en'))).toEqual(['Beneficiary', 'Total Paid', 'Payments', 'Last Paid On'])
    expect(beneficiaryLine(report)).toEqual(['A', 1250, 3, '2026-04-01'])
    expect(beneficiaryLine({ ...report, lastPaidOn: null })).toEqual(['A', 1250, 3, null])
  })
})

describe('a summary of expenses', () => {
  const sums = { site: null, role: null, received: '500.00', spent: '12.50', count: 3 }
  it.each([
    ['purpose', 'Purpose'],
    ['beneficiary', 'Beneficiary'],
    ['mode', 'Payment Mode'],
  ] as const)('by %s has no money from head office, which goes to no such thing', (by, head) => {
    expect(headers(summarySheet(by, 'en'))).toEqual([head, 'Expenses', 'Spent'])
    expect(summaryLine(by, { ...sums, name: null }, 'en')).toEqual(['Total', 3, 1250])
    expect(summaryLine(by, { ...sums, name: 'cheque' }, 'en').slice(1)).toEqual([3, 1250])
  })

  it('by month has the money from head office', () => {
    expect(headers(summarySheet('month', 'en'))).toEqual(['Month', 'Expenses', 'Sent By Head Office', 'Spent'])
    expect(summaryLine('month', { ...sums, name: '2026-04' }, 'en')).toEqual(['2026-04', 3, 50_000, 1250])
  })

  it('by site names the incharge beside the site, also where there is no site, but no one in its total', () => {
    expect(headers(summarySheet('site', 'en'))).toEqual(['Site', 'Name', 'Expenses', 'Sent By Head Office', 'Spent'])
    for (const site of ['Canal Bridge', null])
      expect(summaryLine('site', { ...sums, site, name: 'Ravi' }, 'hi').slice(0, 3)).toEqual([site, 'Ravi', 3])
    expect(summaryLine('site', { ...sums, name: null }, 'hi')).toEqual(['कुल', null, 3, 50_000, 1250])
  })

  it('has payment modes in the language of its reader, and all else as people typed it', () => {
    const first = (by: SummarySubject, language: Language) => summaryLine(by, { ...sums, name: 'cash' }, language)[0]
    expect([first('mode', 'en'), first('mode', 'hi')]).toEqual(['Cash', 'नकद'])
    expect([first('purpose', 'hi'), first('beneficiary', 'hi')]).toEqual(['cash', 'cash'])
  })
})

const CURRENT = { opening: undefined, end: 'current', language: 'en' } as const

describe('the summary', () => {
  it('adds up to the paisa what floating point would not, and calls the balance what it is', () => {
    const sums = emptyFileSums()
    for (const amount of ['0.10', '0.20', '999999999.99']) addToSums(sums, row({ type: 'credit', amount }))
    addToSums(sums, row({ amount: '0.01' }))
    expect(summaryLines(sums, CURRENT)).toEqual([
      ['Total Money Received', 100_000_000_029],
      ['Total Expenses Made', 1],
      ['Current Balance (Surplus)', 100_000_000_028],
    ])
    const deficit = { ...emptyFileSums(), received: 100, spent: 101 }
    expect(summaryLines(deficit, CURRENT).at(-1)).toEqual(['Current Balance (Deficit)', -1])
    expect(summaryLines(emptyFileSums(), CURRENT).at(-1)).toEqual(['Current Balance (Surplus)', 0])
  })

  it('begins with the balance before a period, so that the sums lead to the balance', () => {
    expect(summaryLines({ ...emptyFileSums(), spent: 300 }, { ...CURRENT, opening: 1000, end: 'closing' })).toEqual([
      ['Opening Balance', 1000],
      ['Total Money Received', 0],
      ['Total Expenses Made', 300],
      ['Closing Balance (Surplus)', 700],
    ])
  })

  it('has one sum under one label in every file, and says how much of it are transfers', () => {
    const sums = emptyFileSums()
    addToSums(sums, row({ amount: '100.00' }))
    addToSums(sums, row({ amount: '40.00', isTransfer: true }))
    addToSums(sums, row({ type: 'credit', amount: '500.00' }))
    const totals = [
      ['Total Money Received', 50_000],
      ['Total Expenses Made', 14_000],
      ['of which Transfers Given', 4000],
    ]
    expect(totalLines(sums, 'en')).toEqual(totals)
    expect(summaryLines(sums, CURRENT)).toEqual([...totals, ['Current Balance (Surplus)', 36_000]])
    addToSums(sums, row({ type: 'credit', amount: '7.00', isTransfer: true, transferFrom: 'Sita' }))
    expect(totalLines(sums, 'en').slice(0, 2)).toEqual([
      ['Total Money Received', 50_700],
      ['of which Transfers Received', 700],
    ])
  })

  it('calls the difference of the rows of one name no balance', () => {
    const paid = { ...emptyFileSums(), spent: 300 }
    expect(summaryLines(paid, { ...CURRENT, end: 'net' }).at(-1)).toEqual(['Net (Dr)', -300])
    expect(summaryLines({ ...paid, received: 300 }, { ...CURRENT, end: 'net' }).at(-1)).toEqual(['Net (Cr)', 0])
    const inHindi = summaryLines(paid, { ...CURRENT, end: 'net', language: 'hi' })
    expect(inHindi.at(-1)).toEqual(['मिले से ज़्यादा दिया', -300])
  })

  it.each([
    ['0.00', '55163.00', 'कुल दिया'],
    ['55163.00', '0.00', 'कुल मिला'],
    ['200.00', '500.00', 'मिले से ज़्यादा दिया'],
    ['500.00', '200.00', 'दिए से ज़्यादा मिला'],
  ])('names the net of %s received and %s paid in Hindi without a debt: %s', (received, paid, label) => {
    expect(words.hi[netLabelOf({ received, paid })]).toBe(label)
  })
})

describe('names and formats', () => {
  it('names a period by its ends; without an end it goes up to today', () => {
    const today = '2026-11-22'
    expect(periodInFileName({ from: '2026-04-01', to: '2026-04-30' }, today)).toBe('2026-04-01_to_2026-04-30')
    expect(periodInFileName({ from: '', to: '2026-04-30' }, today)).toBe('up_to_2026-04-30')
    expect(periodInFileName({ from: '2026-04-01', to: '' }, today)).toBe('2026-04-01_to_2026-11-22')
  })

  it('names a file so that every system takes it', () => {
    expect(fileNameFromParts('//a b//', '((c))')).toBe('a_b_c')
    expect(fileNameFromParts('Report', 'M/s. Sharma: "Sons" ', '2026-04-01')).toBe('Report_M_s_Sharma_Sons_2026-04-01')
    expect(fileNameFromParts('शर्मा ट्रेडर्स', '')).toBe('शर्मा_ट्रेडर्स')
    expect(fileNameFromParts('../..', '2026-04-01')).toBe('2026-04-01')
  })

  it('never has more conditions than a number format may have, and both signs where there are none', () => {
    for (const paise of [0, 1, 99_999_999_999, -1, -10_000_000, -1_000_000_000]) {
      const sections = spreadsheetRupeeFormat(paise).split(';')
      const conditions = sections.filter((section) => section.startsWith('['))
      if (paise < 0) expect([sections.length, conditions.length, sections[1]]).toEqual([2, 0, `-${sections[0]}`])
      else expect([sections.length, conditions.length]).toEqual([3, 2])
    }
  })
})
