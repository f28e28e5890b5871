import { buffer } from 'node:stream/consumers'
import type { Book, BookColumn, BookLine } from '@ledger/ledger-service/exports/books/book.ts'
import { bookPdf } from '@ledger/ledger-service/exports/books/book-pdf.ts'
import { expect, it } from 'vitest'
import { pagesOfPdf, qrCodeFromPoppler } from '../../environment/files/independent-file-readers.ts'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { hasPoppler } from '../../environment/processes/poppler.ts'

const text = (header: string): BookColumn => ({ header, kind: 'text', width: 10, points: 120 })
const COLUMNS: BookColumn[] = [
  text('Party'),
  { header: 'Largest', kind: 'money', width: 18, points: 92 },
  text('Above'),
  { header: 'Entries', kind: 'count', width: 10, points: 80 },
]

const list = (sums: Book['sums']): Book => ({
  ...{ language: 'en', company: 'Test Builders', title: 'Book', sheetName: 'Book', about: ['Site'], period: '2026' },
  ...{ seal: null, proofCode: null, madeAt: '2026-04-01T06:30:00.000Z', columns: COLUMNS, balances: null },
  at: { label: 0, in: 1, out: 1, balance: 1 },
  total: { label: 'Total', in: '1.00', out: '2.00', entries: 123_456 },
  totals: null,
  sums,
  signatures: ['Prepared by'],
  async *lines() {},
})

async function pagesOf(book: Book, lines: readonly BookLine[]) {
  async function* parts() {
    yield lines
  }
  return pagesOfPdf(new Uint8Array(await buffer(bookPdf(book, parts()))))
}

it('leaves a gap between a figure and the text after it, in the head, too, and groups counts', async () => {
  const [page = []] = await pagesOf(list([]), [['Ramkishan', '142500.00', 'at once', 1_23_456]])
  const find = (wanted: string) => page.find((item) => item.text === wanted) ?? expect.fail(wanted)
  for (const [figure, next] of [
    ['1,42,500.00', 'at once'],
    ['Largest', 'Above'],
  ] as const)
    expect(find(next).x - find(figure).x - find(figure).width, figure).toBeGreaterThan(4)
  expect(page.map((item) => item.text)).toContain('1,23,456')
})

// npm test installs poppler where it can (tests/environment/processes/poppler.ts).
it.skipIf(!hasPoppler())('draws the code that proves a balance', async () => {
  const text = `SITE-LEDGER:${'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'.repeat(40)}`
  const pdf = bookPdf({ ...list([]), proofCode: text }, list([]).lines())
  expect(qrCodeFromPoppler(temporaryFolder(), new Uint8Array(await buffer(pdf)))).toBe(text)
})

it('says why there is no code', async () => {
  const [page = []] = await pagesOf({ ...list([]), missingProofCode: 'No code yet.' }, [])
  expect(page.map((item) => item.text)).toContain('No code yet.')
})

it('says in its own words that it has no lines', async () => {
  const texts = async (book: Book) => (await pagesOf(book, []))[0]?.map((item) => item.text)
  expect(await texts(list([]))).toContain('No entries in this period.')
  expect(await texts({ ...list([]), none: 'Nobody is above a limit.' })).toContain('Nobody is above a limit.')
})

it('repeats the head of sums that go on on another page', async () => {
  const rows = Array.from({ length: 80 }, (_, index) => ({
    ...{ label: `Purpose ${index}`, in: '0.00', out: '5.00', entries: 1 },
  }))
  const pages = await pagesOf(list([{ title: 'By purpose', rows }]), [])
  expect(pages.length).toBeGreaterThan(1)
  for (const page of pages) {
    const texts = page.map((item) => item.text)
    if (texts.some((one) => one.startsWith('Purpose '))) expect(texts).toContain('By purpose')
  }
  expect(pages.at(-1)?.map((item) => item.text)).toContain('1,23,456')
})
