import { buffer } from 'node:stream/consumers'
import type { StatementKind } from '@ledger/contracts/http/statements/statement-schemas.ts'
import { LANGUAGES, type Language } from '@ledger/contracts/languages.ts'
import type { Book } from '@ledger/ledger-service/exports/books/book.ts'
import { bookPdf } from '@ledger/ledger-service/exports/books/book-pdf.ts'
import { BOOK_WORDS } from '@ledger/ledger-service/exports/books/book-words.ts'
import { cashBookAsBook } from '@ledger/ledger-service/exports/books/cash-book-as-book.ts'
import { statementAsBook } from '@ledger/ledger-service/exports/books/statement-as-book.ts'
import { taxListAsBook } from '@ledger/ledger-service/exports/books/tax-list-as-book.ts'
import { trialBalanceAsBook } from '@ledger/ledger-service/exports/books/trial-balance-as-book.ts'
import { formatDay } from '@ledger/ledger-service/exports/formats/dates-and-rupees.ts'
import { breakIntoLines } from '@ledger/ledger-service/exports/pdf/text-lines.ts'
import type { WholeStatement } from '@ledger/projections/queries/statements/whole-statement.ts'
import PDFDocument from 'pdfkit'
import { describe, expect, test } from 'vitest'
import { pagesOfPdf } from '../../environment/files/independent-file-readers.ts'

/** A4 in points, and the margin at each side. */
const [UPRIGHT, ACROSS, MARGIN] = [595, 842, 40]
/** A column's text ends this far before the next one. */
const COLUMN_GAP = 8

/** The largest amounts that a line of a company can have, and the longest words of each column. */
const [CRORES, UTR] = ['-123456789.99', 'SBIN0R5202611281234567']
const FIGURES = { in: CRORES, out: CRORES, entries: 1_00_00_000 }
const STATEMENT: WholeStatement = {
  subject: { kind: 'account', accountId: 'the-account' },
  ...{ from: '2026-09-01', to: '2026-09-30', opening: CRORES, closing: CRORES, cancelled: null, position: 7 },
  totals: { ...FIGURES, carried: { in: '0.00', out: '0.00' }, byMode: [], byPurpose: [] },
  async *rows() {
    yield [
      {
        ...{ transactionId: 'the-entry', date: '2026-09-22T06:30:00.000Z', voucher: 'P/26-27/000123' },
        ...{ account: 'Ravi', site: 'Canal Bridge', party: 'Asha Rao', purpose: 'Cement', narration: '' },
        ...{ mode: 'bank_transfer', reference: UTR, in: CRORES, out: CRORES, balance: CRORES },
      },
    ]
  },
}
const DAY = { opening: CRORES, ...FIGURES, closing: CRORES }
const SIDE = { received: CRORES, spent: CRORES, balance: CRORES }
const ACCOUNT = { account: 'ravi', name: 'Ravi', kind: 'site_incharge' as const, ...SIDE }
const TRIAL = { accounts: [ACCOUNT], trialBalance: { received: CRORES, spent: CRORES, difference: '0.00' } }
const DATED = { ...TRIAL, dated: '2026-09-30' }
const RECORDED = { ...TRIAL, position: 7, recordedAt: '2026-09-30T06:30:00.000Z' }

const headOf = (language: Language) => ({ language, company: 'Malwa Builders', madeAt: '2026-10-01T06:30:00.000Z' })
const statementOf = (kind: StatementKind) => (language: Language) =>
  statementAsBook(STATEMENT, { kind, id: 'id', name: 'Ravi', site: 'Canal Bridge' }, headOf(language), {
    seal: { state: 'open' },
    purposes: [],
  })
const cashBookOf = (kind: 'account' | 'site' | 'company') => (language: Language) =>
  cashBookAsBook(
    { ...DAY, days: [{ ...DAY, date: '2026-09-22', isNegative: true }] },
    { kind, name: 'Ravi', site: null, from: '2026-09-01', to: '2026-09-30' },
    headOf(language),
    { state: 'open' },
  )
const trialBalanceOf = (sides: Parameters<typeof trialBalanceAsBook>[0]) => (language: Language) =>
  trialBalanceAsBook(sides, headOf(language), { state: 'open' })

const BOOKS: Readonly<Record<string, (language: Language) => Book>> = {
  'the statement of an account': statementOf('account'),
  'the statement of a beneficiary': statementOf('beneficiary'),
  'the statement of a site': statementOf('site'),
  'the statement of head office': statementOf('head_office'),
  'the day book': statementOf('company'),
  'the cash book of an account': cashBookOf('account'),
  'the cash book of a site': cashBookOf('site'),
  'the day book by day': cashBookOf('company'),
  'the trial balance of a day': trialBalanceOf({ dated: DATED, recorded: undefined }),
  'the trial balance of a moment': trialBalanceOf({ dated: undefined, recorded: RECORDED }),
  'both trial balances': trialBalanceOf({ dated: DATED, recorded: RECORDED }),
  'the tax list': (language) =>
    taxListAsBook(
      [
        {
          beneficiary: { id: 'b:asha', name: 'Asha Rao' },
          ...{
            pan: 'AAPFU0939F',
            total: CRORES,
            sinceApril: CRORES,
            largest: CRORES,
            over: ['single', 'year', 'cash'],
          },
          cashDays: [{ date: '2026-09-22', amount: CRORES }],
        },
      ],
      { from: '2026-09-01', to: '2026-09-30' },
      headOf(language),
    ),
}

const pagesOf = async (book: Book) => pagesOfPdf(new Uint8Array(await buffer(bookPdf(book, book.lines()))))

describe.each(LANGUAGES)('on paper in %s', (language) => {
  test.each(Object.entries(BOOKS))('%s is no wider than the page, and no head than its column', async (_, make) => {
    const book = make(language)
    const width = book.columns.reduce((sum, { points }) => sum + points, 0)
    expect(width).toBeLessThanOrEqual(ACROSS - 2 * MARGIN)
    const right = (width <= UPRIGHT - 2 * MARGIN ? UPRIGHT : ACROSS) - MARGIN
    const texts = (await pagesOf(book)).flat().filter(({ text }) => text.trim() !== '')
    for (const { text, x, width: length } of texts) {
      expect(x, text).toBeGreaterThanOrEqual(MARGIN - 0.5)
      expect(x + length, text).toBeLessThanOrEqual(right + 0.5)
    }
    if (book.columns.some(({ header }) => header === BOOK_WORDS[language].reference))
      expect(texts.map(({ text }) => text)).toContainEqual(expect.stringMatching(new RegExp(`^${UTR}`)))
    // A text that touches the one after it is read as one with it.
    const lefts = book.columns.map((_, at) => MARGIN + sumOf(book.columns.slice(0, at)))
    for (const [at, { headLines, header, points, kind }] of book.columns.entries()) {
      if (points === 0 || kind === 'text' || language === 'hi') continue
      const [first = ''] = headLines ?? [header]
      const isThere = texts.some(({ text, x, width: length }) => {
        const left = lefts[at] ?? 0
        return first.startsWith(text.trim()) && x >= left - 0.5 && x + length <= left + points + 0.5
      })
      expect(isThere, header).toBe(true)
    }
  })
})

/** Every month, because each has another width; 30 is as wide as any day. */
const LATE_DAYS = Array.from({ length: 12 }, (_, month) =>
  month === 1 ? '2026-02-28' : `2026-${String(month + 1).padStart(2, '0')}-30`,
)

test.each(LANGUAGES)('a day in %s stands on one line of its column, in every month', (language) => {
  const pdf = new PDFDocument()
  for (const [name, make] of Object.entries(BOOKS))
    for (const { kind, points } of make(language).columns)
      if (kind === 'day' && points > 0)
        for (const day of LATE_DAYS) {
          const text = formatDay(day, language)
          const lines = breakIntoLines(pdf, [text], points - COLUMN_GAP, { weight: 500, size: 8 })
          expect(lines.length, `${name}: ${text}`).toBe(1)
        }
})

const sumOf = (columns: Book['columns']) => columns.reduce((sum, { points }) => sum + points, 0)
