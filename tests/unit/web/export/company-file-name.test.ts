import { fileNameForCompany } from '@ledger/web/src/shared/export/file/company-file-name.ts'
import { cutToBytes } from '@ledger/web/src/shared/export/file/cut-to-bytes.ts'
import { fileNameFromParts } from '@ledger/web/src/shared/export/file/file-name.ts'
import { expect, it } from 'vitest'

it('begins the name of a file with the company, in whole words as far as there is room, and nothing that a file system minds', () => {
  expect(fileNameForCompany(undefined, 'Sites.xlsx')).toBe('Sites.xlsx')
  expect(fileNameForCompany('Beta', 'Sites.xlsx')).toBe('Beta_Sites.xlsx')
  expect(fileNameForCompany('Narmada Buildcon & Sons', 'Sites.xlsx')).toBe('Narmada_Buildcon_Sons_Sites.xlsx')
  expect(fileNameForCompany('Patel/Patel: "Roads", Bridges, Canals and Buildings Private Limited', 'Sites.xlsx')).toBe(
    'Patel_Patel_Roads_Bridges_Canals_and_Buildings_Private_Limited_Sites.xlsx',
  )
  expect(fileNameForCompany(`${'Roads '.repeat(20)}Limited`, 'Sites.xlsx')).toBe(`${'Roads_'.repeat(10)}Sites.xlsx`)
  expect(fileNameForCompany('नर्मदा बिल्डकॉन एंड संस प्राइवेट लिमिटेड', 'Sites.xlsx')).toBe('नर्मदा_बिल्डकॉन_एंड_संस_Sites.xlsx')
  expect(fileNameForCompany('A'.repeat(90), 'Sites.xlsx')).toBe(`${'A'.repeat(64)}_Sites.xlsx`)
  expect(fileNameForCompany('🏗️🏗️', 'Sites.xlsx')).toBe('Sites.xlsx')
})

/** Names of the longest company, site and recipient that the forms take, in scripts of one to four bytes a letter. */
const LONGEST_NAMES = {
  latin: 'Sharma ',
  hindi: 'श्रीकृष्ण ',
  conjuncts: 'क्ष्म्य',
  one_conjunct: 'क्',
  tamil: 'நிர்மாணம்',
  old_letters: '𑄌𑄋𑄴𑄟𑄳𑄦 ',
  marks: `a${'\u0301'.repeat(30)}`,
  emoji: '👩🏽‍🔧👨‍👩‍👧',
  symbols: '/\\:*?"<>|',
}

it.each(Object.entries(LONGEST_NAMES))('has at most 200 bytes and no half letter, in %s', (_, word) => {
  const typed = (length: number) =>
    word
      .repeat(length)
      .slice(0, length)
      .replace(/[\ud800-\udbff]$/, '')
  const period = '2026-04-01_to_2026-11-22'
  const own = fileNameFromParts('Transaction_Report', typed(100), typed(120), period)
  for (const company of [undefined, typed(100)]) {
    const name = fileNameForCompany(company, `${own}.xlsx`)
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200)
    expect(name).toMatch(/Transaction_Report_(.+_)?2026-04-01_to_2026-11-22\.xlsx$/u)
    expect(name.isWellFormed()).toBe(true)
    // A file system of another kind would refuse or change these.
    expect(name).not.toMatch(/[/\\:*?"<>|\s]|^[._]|__/u)
  }
})

it('cuts where a reader sees the end of a letter', () => {
  expect(cutToBytes('नर्मदा', 18)).toBe('नर्मदा')
  expect(cutToBytes('नर्मदा', 17)).toBe('नर्म')
  expect(cutToBytes('ab👨‍👩‍👧', 19)).toBe('ab')
  expect(cutToBytes('👨‍👩‍👧', 10)).toBe('👨‍')
  expect(fileNameFromParts('Report', 'क'.repeat(100), 'b'.repeat(10), '2026')).toBe(
    `Report_${'क'.repeat(35)}_bbbbbbbbbb_2026`,
  )
})
