import { fileNameForCompany } from '@ledger/web/src/shared/export/file/company-file-name.ts'
import { expect, it } from 'vitest'

it('begins the name of a file with the company, in whole words as far as there is room, and nothing that a file system minds', () => {
  expect(fileNameForCompany(undefined, 'Sites.xlsx')).toBe('Sites.xlsx')
  expect(fileNameForCompany('Beta', 'Sites.xlsx')).toBe('Beta_Sites.xlsx')
  expect(fileNameForCompany('Narmada Buildcon & Sons', 'Sites.xlsx')).toBe('Narmada_Buildcon_Sons_Sites.xlsx')
  expect(fileNameForCompany('Patel/Patel: "Roads" Private Limited', 'Sites.xlsx')).toBe(
    'Patel_Patel_Roads_Private_Sites.xlsx',
  )
  expect(fileNameForCompany('नर्मदा बिल्डकॉन एंड संस प्राइवेट लिमिटेड', 'Sites.xlsx')).toBe('नर्मदा_बिल्डकॉन_एंड_संस_Sites.xlsx')
  expect(fileNameForCompany('A'.repeat(50), 'Sites.xlsx')).toBe(`${'A'.repeat(30)}_Sites.xlsx`)
})
