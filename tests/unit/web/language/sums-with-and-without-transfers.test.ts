import { words as balanceDetails } from '@ledger/web/src/field/balance-details/screen-texts.ts'
import { words as home } from '@ledger/web/src/field/home/screen-texts.ts'
import { words as today } from '@ledger/web/src/office/dashboard/screen-texts.ts'
import { REPORT_WORDS } from '@ledger/web/src/shared/export/file/report-words.ts'
import { expect, test } from 'vitest'

/** In English, the specification names Total Expenses both on Today, without transfers, and on balance details. */
test('in Hindi, what was spent with transfers and what was spent without them never have one label', () => {
  const files = REPORT_WORDS.hi
  const withTransfers = [
    ...[home.hi.spent, balanceDetails.hi.spent, today.hi.spent],
    ...[files.totalSpent, files.spentSum],
  ]
  expect(withTransfers).not.toContain(today.hi.totalExpenses)
})
