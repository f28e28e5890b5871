import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from '../language/collect-sayings.ts'

/** Fields whose text is looked up, and never kept. */
const NEVER_KEPT = [
  'web/src/office/controls/search-field.tsx',
  'web/src/office/dashboard/dashboard-head.tsx',
  'web/src/office/entries/beneficiary-picker.tsx',
  'web/src/office/entries/entries-desk-list.tsx',
  'web/src/office/entries/more-filters.tsx',
  'web/src/shared/beneficiaries/beneficiary-combobox.tsx',
  'web/src/shared/export/dialog/individual-reports.tsx',
  'web/src/sign-in/admin-login-screen.tsx',
  'web/src/sign-in/sign-in-form.tsx',
]

/** `maxLength` cuts a pasted text without a word; the rules of the contract say that it is too long. */
test('no field of a form cuts a text that is kept', () => {
  const cutting = globSync('web/src/**/*.tsx', { cwd: checkout }).filter((file) =>
    readFileSync(join(checkout, file), 'utf8').includes('maxLength={'),
  )
  expect(cutting.toSorted()).toEqual(NEVER_KEPT)
})
