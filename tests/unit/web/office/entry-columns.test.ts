import { storedColumns } from '@ledger/web/src/office/entry-table/column-choice.ts'
import {
  COMPANY_COLUMNS,
  LATE_COLUMNS,
  LEDGER_COLUMNS,
  QUESTION_COLUMNS,
} from '@ledger/web/src/office/entry-table/column-ids.ts'
import { columnsThatFit } from '@ledger/web/src/office/entry-table/use-columns-that-fit.ts'
import { amountWithPaise } from '@ledger/web/src/shared/language/amount-with-paise.ts'
import { expect, test } from 'vitest'

test('a narrow table leaves out voucher number, reference, site and mode, in this order; a wide one has all columns', () => {
  const without = (...ids: string[]) => COMPANY_COLUMNS.filter((id) => !ids.includes(id))
  expect(columnsThatFit(COMPANY_COLUMNS, 1600 / 16)).toEqual(COMPANY_COLUMNS)
  expect(columnsThatFit(COMPANY_COLUMNS, 1440 / 16)).toEqual(without('voucher'))
  expect(columnsThatFit(COMPANY_COLUMNS, 1158 / 16)).toEqual(without('voucher', 'reference'))
  expect(columnsThatFit(COMPANY_COLUMNS, 960 / 16)).toEqual(without('voucher', 'reference', 'site'))
  expect(columnsThatFit(COMPANY_COLUMNS, 740 / 16)).toEqual(without('voucher', 'reference', 'site', 'mode'))
  expect(columnsThatFit(LEDGER_COLUMNS, 1440 / 16)).toEqual(LEDGER_COLUMNS)
  expect(columnsThatFit(LEDGER_COLUMNS, 1158 / 16)).toEqual(LEDGER_COLUMNS.filter((id) => id !== 'voucher'))
})

test('a column that the reader switched on stays before those that nobody chose, as long as there is room', () => {
  const without = (...ids: string[]) => COMPANY_COLUMNS.filter((id) => !ids.includes(id))
  expect(columnsThatFit(COMPANY_COLUMNS, 1158 / 16, ['reference'])).toEqual(without('voucher', 'site'))
  expect(columnsThatFit(COMPANY_COLUMNS, 1158 / 16, ['voucher', 'site'])).toEqual(without('reference', 'mode'))
  expect(columnsThatFit(COMPANY_COLUMNS, 740 / 16, ['reference'])).toEqual(
    without('voucher', 'site', 'mode', 'reference'),
  )
})

test('only the list of what was entered late has the day on which it was', () => {
  expect(LATE_COLUMNS.filter((id) => !COMPANY_COLUMNS.includes(id))).toEqual(['enteredOn'])
  expect(columnsThatFit(LATE_COLUMNS, 960 / 16)).toContain('enteredOn')
})

test('only the list of questions has them with their answers, and a narrow one leaves out more beside them', () => {
  expect(QUESTION_COLUMNS.filter((id) => !COMPANY_COLUMNS.includes(id))).toEqual(['question', 'answer'])
  const without = (...ids: string[]) => QUESTION_COLUMNS.filter((id) => !ids.includes(id))
  expect(columnsThatFit(QUESTION_COLUMNS, 1440 / 16)).toEqual(without('voucher', 'reference', 'site', 'mode'))
  const least = without('voucher', 'reference', 'site', 'mode', 'bill', 'purpose')
  for (const width of [1158, 816]) expect(columnsThatFit(QUESTION_COLUMNS, width / 16)).toEqual(least)
  const withPurpose = columnsThatFit(QUESTION_COLUMNS, 1158 / 16, ['purpose'])
  expect(withPurpose).toEqual(without('voucher', 'reference', 'site', 'mode', 'bill'))
})

test('the hidden columns are kept by their names, and a name of another version is no column', () => {
  expect(storedColumns('site bill photo')).toEqual(['site', 'bill'])
  expect(storedColumns('')).toEqual([])
})

test('a column of rupees shows each amount with its paise, exact at any size', () => {
  expect(amountWithPaise('5000')).toBe('5,000.00')
  expect(amountWithPaise('-123456.5')).toBe('−1,23,456.50')
  expect(amountWithPaise('99999999999999.99')).toBe('9,99,99,99,99,99,999.99')
})
