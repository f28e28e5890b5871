import type { StatementRow } from '@ledger/contracts/http/statements/statement-schemas.ts'
import type { Language } from '@ledger/contracts/languages.ts'
import type { Book } from '@ledger/ledger-service/exports/books/book.ts'
import { cashBookAsBook } from '@ledger/ledger-service/exports/books/cash-book-as-book.ts'
import { statementAsBook } from '@ledger/ledger-service/exports/books/statement-as-book.ts'
import { trialBalanceAsBook } from '@ledger/ledger-service/exports/books/trial-balance-as-book.ts'
import type { WholeStatement } from '@ledger/projections/queries/statements/whole-statement.ts'
import { words as cashBookScreen } from '@ledger/web/src/office/reports/cash-book/screen-texts.ts'
import { words as statementScreen } from '@ledger/web/src/office/statements/screen-texts.ts'
import { describe, expect, test } from 'vitest'

/** 900 came in and 40 went out: the wrong head over either column would turn the book around. */
const FIGURES = { in: '900.00', out: '40.00', entries: 2 }

const ROW: StatementRow = {
  ...{ transactionId: 'the-entry', date: '2026-04-02T06:30:00.000Z', voucher: 'P/26-27/000001' },
  ...{ account: 'Ravi', site: 'Canal Bridge', party: 'Asha Rao', purpose: 'Cement', narration: '' },
  ...{ mode: 'cash', reference: null, in: FIGURES.in, out: FIGURES.out, balance: '860.00' },
}
const STATEMENT: WholeStatement = {
  subject: { kind: 'account', accountId: 'the-account' },
  ...{ from: '2026-04-01', to: '2026-04-30', opening: '0.00', closing: '860.00', cancelled: null, position: 7 },
  totals: { ...FIGURES, carried: { in: '0.00', out: '0.00' }, byMode: [], byPurpose: [] },
  async *rows() {
    yield [ROW]
  },
}
const DAY = { opening: '0.00', ...FIGURES, closing: '860.00' }
const ACCOUNT = { account: 'ravi', name: 'Ravi', kind: 'site_incharge' as const }
const SIDE = { received: FIGURES.in, spent: FIGURES.out, balance: '860.00' }

const headOf = (language: Language) => ({ language, company: 'Malwa Builders', madeAt: '2026-05-01T06:30:00.000Z' })
const BOOKS = {
  statement: (language: Language) =>
    statementAsBook(
      STATEMENT,
      { kind: 'account', id: 'site_1', name: 'Ravi', site: 'Canal Bridge' },
      headOf(language),
      {
        seal: { state: 'open' },
        purposes: [],
      },
    ),
  'cash book': (language: Language) =>
    cashBookAsBook(
      { ...DAY, days: [{ ...DAY, date: '2026-04-02', isNegative: false }] },
      { kind: 'account', name: 'Ravi', site: null, from: '2026-04-01', to: '2026-04-30' },
      headOf(language),
      { state: 'open' },
    ),
  'trial balance': (language: Language) =>
    trialBalanceAsBook(
      {
        dated: {
          ...{ dated: '2026-04-30', accounts: [{ ...ACCOUNT, ...SIDE }] },
          trialBalance: { received: SIDE.received, spent: SIDE.spent, difference: SIDE.balance },
        },
        recorded: undefined,
      },
      headOf(language),
      { state: 'open' },
    ),
}

/** Returns the columns of money of a book with one line: each head with the cell below it. */
async function moneyColumns(book: Book) {
  for await (const [line] of book.lines())
    return book.columns.flatMap(({ header, kind }, at) => (kind === 'money' ? [[header, line?.[at]]] : []))
  return []
}

test.each([
  [{ state: 'open' }, undefined],
  [{ state: 'sealing' }, undefined],
  [{ state: 'sealed', upTo: '2026-04-30', root: '0'.repeat(64) }, /is not there yet/],
] as const)('a statement that is %o says why it has no code of its proof', (seal, expected) => {
  const of = { kind: 'account', id: 'site_1', name: 'Ravi', site: 'Canal Bridge' } as const
  const book = statementAsBook(STATEMENT, of, headOf('en'), { seal, purposes: [] })
  if (expected === undefined) expect(book.missingProofCode).toBeUndefined()
  else expect(book.missingProofCode).toMatch(expected)
})

describe('received and paid stand below their own heads, in both languages', () => {
  test.each([
    ['statement', 'en', ['Received (₹)', 'Paid (₹)', 'Balance (₹)']],
    ['statement', 'hi', ['मिला (₹)', 'दिया (₹)', 'शेष (₹)']],
    ['cash book', 'en', ['Opening (₹)', 'Received (₹)', 'Paid (₹)', 'Closing (₹)']],
    ['cash book', 'hi', ['शुरू का शेष (₹)', 'मिला (₹)', 'दिया (₹)', 'आखिरी शेष (₹)']],
    ['trial balance', 'en', ['Received (₹)', 'Spent (₹)', 'Balance (₹)']],
    ['trial balance', 'hi', ['मिला (₹)', 'खर्च (₹)', 'शेष (₹)']],
  ] as const)('in the file of a %s in %s', async (of, language, heads) => {
    const book = BOOKS[of](language)
    const before = of === 'cash book' ? ['0.00'] : []
    const figures = [...before, '900.00', '40.00', '860.00']
    expect(await moneyColumns(book)).toEqual(heads.map((head, index) => [head, figures[index]]))
    // The sums at the end, and those from page to page, stand in the same columns.
    const sums = [book.columns[book.at.in], book.columns[book.at.out]].map((column) => column?.header)
    expect(sums).toEqual(heads.slice(before.length, before.length + 2))
  })

  test.each([
    ['en', ['Received', 'Paid'], ['Received', 'Spent, with transfers']],
    ['hi', ['मिला', 'दिया'], ['मिला', 'खर्च, ट्रांसफ़र मिलाकर']],
  ] as const)('on the screens in %s', (language, ofStatement, ofCashBook) => {
    const [statement, cashBook] = [statementScreen[language], cashBookScreen[language]]
    expect([statement.received, statement.paid]).toEqual(ofStatement)
    expect([cashBook.received, cashBook.spent]).toEqual(ofCashBook)
  })
})
