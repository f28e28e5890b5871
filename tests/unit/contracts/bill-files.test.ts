import { createHash } from 'node:crypto'
import { detectFileKind } from '@ledger/contracts/bill-files/detect-file-kind.ts'
import { longestBillSide } from '@ledger/contracts/bill-files/longest-bill-side.ts'
import { md5, rc4 } from '@ledger/contracts/bill-files/md5-and-rc4.ts'
import { pdfRefusalReason } from '@ledger/contracts/bill-files/pdf-refusal-reason.ts'
import { expect, it } from 'vitest'
import { BROKEN_PDFS, FILES_BEFORE_PDFS, LOCKED_PDFS, READABLE_PDFS } from '../../environment/files/pdf-variants.ts'
import { samplePdf } from '../../environment/files/sample-bills.ts'

it.each(READABLE_PDFS)('a PDF that every reader opens is one: %s', async (_, file) => {
  expect(detectFileKind(file)).toBe('pdf')
  expect(await pdfRefusalReason(file)).toBeUndefined()
})

it.each(LOCKED_PDFS)('a PDF that asks for a password is named as such: %s', async (_, file) => {
  expect(detectFileKind(file)).toBe('pdf')
  expect(await pdfRefusalReason(file)).toBe('locked')
})

it.each(BROKEN_PDFS)('a PDF that was cut off or is another file is unreadable: %s', async (_, file) => {
  expect(detectFileKind(file)).toBe('pdf')
  expect(await pdfRefusalReason(file)).toBe('unreadable')
})

it.each(FILES_BEFORE_PDFS)('a file of another kind is none, whatever is behind its beginning: %s', (_, file) => {
  expect(detectFileKind(file)).toBeUndefined()
})

it('every cut of a PDF is refused, and none is an error', async () => {
  const whole = samplePdf()
  for (let length = 16; length < whole.length - 1; length += 1)
    expect(await pdfRefusalReason(whole.subarray(0, length)), String(length)).toBe('unreadable')
})

it('an encryption that cannot be read is no password', async () => {
  for (const trailer of ['/Encrypt 1 0 R', '/Encrypt 99 0 R', '/Encrypt << /Filter /Standard /R 3 >>', '/Encrypt <<'])
    for (const object of [
      '',
      '/Filter /Standard /V 2 /R 3 /P -4 /O (',
      '/Filter /Standard /V 9 /R 9 /P 1 /O <> /U <zz>',
    ]) {
      const file = Buffer.from(
        `%PDF-1.4\n1 0 obj << ${object} >> endobj\nxref trailer << ${trailer} >>\nstartxref\n9\n%%EOF`,
      )
      expect(await pdfRefusalReason(file), trailer + object).not.toBe('unreadable')
    }
})

it('MD5 and RC4 are as they are specified', () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 1000]) {
    const message = Buffer.alloc(length, 'q7')
    expect(Buffer.from(md5(message)).toString('hex')).toBe(createHash('md5').update(message).digest('hex'))
  }
  expect(Buffer.from(rc4(Buffer.from('Key'), Buffer.from('Plaintext'))).toString('hex')).toBe('bbf316e8d940af0ad3')
})

it('a photo has 2,000 pixels a side; a long bill keeps its short side, within 10 million pixels', () => {
  const shortest = (width: number, height: number) =>
    Math.round((Math.min(width, height) * longestBillSide({ width, height })) / Math.max(width, height))
  // Ordinary photos.
  expect(longestBillSide({ width: 4000, height: 3000 })).toBe(2000)
  expect(longestBillSide({ width: 9000, height: 16_000 / 2 })).toBe(2000)
  expect(longestBillSide({ width: 640, height: 480 })).toBe(640)
  // Long bills, standing and lying.
  expect(longestBillSide({ width: 700, height: 14_000 })).toBe(14_000)
  expect(longestBillSide({ width: 14_000, height: 700 })).toBe(14_000)
  expect(shortest(1200, 8000)).toBe(1000)
  expect(shortest(1500, 30_000)).toBe(707)
  // Neither more pixels than the limit, nor longer than a browser draws.
  for (let [width, height] = [1, 64_000_000] as [number, number]; width <= height; width *= 2, height /= 2) {
    const longest = longestBillSide({ width, height })
    expect(longest).toBeLessThanOrEqual(16_000)
    expect(longest * Math.max(1, shortest(width, height))).toBeLessThan(10_020_000)
    expect(longest).toBeGreaterThanOrEqual(2000)
  }
})
