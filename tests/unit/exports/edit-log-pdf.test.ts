import { buffer } from 'node:stream/consumers'
import { inflateSync } from 'node:zlib'
import type { EditLogRow } from '@ledger/contracts/http/audit/edit-log-and-exported-report-schemas.ts'
import { editLogPdf } from '@ledger/ledger-service/exports/edit-log/pdf.ts'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, it } from 'vitest'
import { pagesOfPdf } from '../../environment/files/independent-file-readers.ts'

const renamed = (position: number, after: string): EditLogRow => ({
  ...{
    position,
    recordedAt: '2026-04-01T06:30:00.000Z',
    action: 'changed',
    amount: null,
    bills: [],
    site: null,
    from: null,
    voucher: null,
  },
  ...{ subject: 'Supervisor R', subjectKind: 'supervisor', subjectName: 'R', subjectId: 'r' },
  actor: { id: 'a', name: 'Asha', role: 'admin' },
  fields: [{ field: 'name', before: null, after }],
})
const OF = { language: 'en', origin: 'https://books.example' } as const
const HEAD = {
  ...{ company: 'Test Builders', madeAt: '2026-04-01T06:30:00.000Z', checkpoint: null },
  ...{ actions: undefined, actor: undefined, account: undefined, from: undefined, to: undefined, year: undefined },
}

/** A glyph has one text in the whole file, and a letter with a mark is drawn by the glyph of the letter. */
it.each([
  ['L\u0301', 'toLocale'],
  ['x\u0301z\u0304', 'Maxim zone'],
])('after %j a plain text is copied as it was written: %j', async (marked, plain) => {
  async function* rows() {
    yield [renamed(1, marked), renamed(2, plain)]
  }
  const [page] = await pagesOfPdf(new Uint8Array(await buffer(editLogPdf(rows(), OF, HEAD))))
  expect(page?.map(({ text }) => text)).toContain(plain)
})

it('breaks a long text between two words, and a word between two letters only where no line holds it', async () => {
  const sentence = 'Twelve extraordinarily heavy reinforcement bundles unloaded beside foundations yesterday afternoon'
  const endless = 'x'.repeat(60)
  async function* rows() {
    yield [renamed(1, sentence), renamed(2, endless)]
  }
  const [page = []] = await pagesOfPdf(new Uint8Array(await buffer(editLogPdf(rows(), OF, HEAD))))
  const left = page.find(({ text }) => text === 'New value')?.x
  const lines = page.filter(({ x, text }) => x === left && text.trim() !== '').map(({ text }) => text)
  const ofEndless = lines.filter((line) => /^x+$/.test(line))
  expect(
    lines
      .filter((line) => !ofEndless.includes(line))
      .slice(1)
      .join(' '),
  ).toBe(sentence)
  expect(lines.length - ofEndless.length).toBeGreaterThan(3)
  expect(ofEndless.length).toBeGreaterThan(1)
  expect(ofEndless.join('')).toBe(endless)
})

it('says how many bills prove an entry, and leads to each of them', async () => {
  const bills = ['a'.repeat(64), 'b'.repeat(64)]
  async function* rows() {
    yield [{ ...renamed(1, 'x'), bills }, renamed(2, 'y')]
  }
  const bytes = new Uint8Array(await buffer(editLogPdf(rows(), OF, HEAD)))
  const pdf = await getDocument({ data: bytes.slice(), verbosity: 0 }).promise
  const links = await (await pdf.getPage(1)).getAnnotations()
  await pdf.destroy()
  expect(links.map(({ url }) => url)).toEqual(bills.map((id) => `https://books.example/api/bills/${id}`))
  const [page = []] = await pagesOfPdf(bytes)
  const left = page.find(({ text }) => text === 'Bills')?.x
  expect(page.filter(({ x }) => x === left).map(({ text }) => text)).toEqual([
    'Bills',
    '2',
    'a'.repeat(12),
    'b'.repeat(12),
  ])
})

const changed = (position: number, amount: string, before: string): EditLogRow => ({
  ...renamed(position, ''),
  ...{ subjectKind: 'debit', amount, from: '203.0.113.7' },
  fields: [
    { field: 'narration', before: 'Ten bags', after: `Bag ${position}` },
    ...(before === amount ? [] : [{ field: 'amount' as const, before, after: amount }]),
  ],
})

it('counts by how much changes moved the amounts, from which address, on pages that say how many there are', async () => {
  async function* rows() {
    yield [changed(1, '900.00', '900.00'), changed(2, '750.00', '500.00'), changed(3, '100.00', '140.25')]
    yield Array.from({ length: 60 }, (_, index) => changed(4 + index, '10.00', '10.00'))
  }
  const pages = await pagesOfPdf(new Uint8Array(await buffer(editLogPdf(rows(), OF, HEAD))))
  const said = pages.map((page) =>
    page
      .map(({ text }) => text)
      .join(' ')
      .replaceAll(/\s+/g, ' ')
      .replaceAll('₹ ', '₹'),
  )
  expect(pages.length).toBeGreaterThan(2)
  for (const [index, text] of said.entries()) expect(text).toContain(`Page ${index + 1} of ${pages.length}`)
  expect(said[0]).toContain('By, from IP address')
  expect(said[0]).toContain('203.0.113.7')
  expect(said.at(-1)).toContain('amounts created ₹0.00, raised by ₹250.00, lowered by ₹40.25, deleted ₹0.00')
})

it('says at the foot of each page what it holds, and what all pages up to it hold', async () => {
  const changes = 120
  async function* rows() {
    for (let n = 1; n <= changes; n++) yield [{ ...renamed(n, 'x'), action: 'created', amount: '1.00' } as const]
  }
  const pages = await pagesOfPdf(new Uint8Array(await buffer(editLogPdf(rows(), OF, HEAD))))
  const feet = pages.map((page) => {
    const text = page.map((part) => part.text).join('')
    const [, own, ownSum, all, allSum] =
      /This page: (\d+) changes?, amounts created ₹([\d,.]+),.*Up to here: (\d+) changes?, amounts created ₹([\d,.]+),/.exec(
        text,
      ) ?? []
    expect([ownSum, allSum]).toEqual([`${own}.00`, `${all}.00`])
    return { own: Number(own), all: Number(all) }
  })
  expect(feet.length).toBeGreaterThan(2)
  let sum = 0
  for (const { own, all } of feet) {
    sum += own
    expect(all).toBe(sum)
  }
  expect(sum).toBe(changes)
})

it('a line that is shaped is copied and searched as it was typed', async () => {
  async function* rows() {
    yield [renamed(1, 'सीमेंट की बोरी')]
  }
  const bytes = await buffer(editLogPdf(rows(), OF, HEAD))
  const contents = [...bytes.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(
    ([, part = '']) => {
      try {
        return inflateSync(Buffer.from(part, 'latin1')).toString('latin1')
      } catch {
        return ''
      }
    },
  )
  // PDF writes a text beyond Latin as UTF-16, in which a byte that is a tab is escaped.
  const typed = Buffer.from('\ufeffसीमेंट की बोरी', 'utf16le').swap16().toString('latin1').replaceAll('\t', '\\t')
  expect(contents.join('')).toContain(`/ActualText (${typed})`)
  expect(contents.join('')).not.toContain('/ActualText (Name)')
})

it('draws every text upright, and the number of pages behind "Page 1 of"', async () => {
  async function* rows() {
    yield [renamed(1, 'x')]
  }
  const pdf = await getDocument({ data: new Uint8Array(await buffer(editLogPdf(rows(), OF, HEAD))), verbosity: 0 })
    .promise
  const { items } = await (await pdf.getPage(1)).getTextContent()
  await pdf.destroy()
  const texts = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []))
  const [of, count] = [texts.find(({ str }) => str === 'Page 1 of'), texts.findLast(({ str }) => str === '1')]
  // x, then y from the foot of the page.
  expect(count?.transform[5]).toBeCloseTo(of?.transform[5])
  expect(count?.transform[4]).toBeGreaterThan(of?.transform[4])
  for (const { str, transform } of texts)
    expect([Math.sign(transform[0]), Math.sign(transform[3]), str]).toEqual([1, 1, str])
})
