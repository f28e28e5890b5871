import type { EditLogRow } from '@ledger/contracts/http/audit/edit-log-and-exported-report-schemas.ts'
import { editLogColumns, editLogFileLines } from '@ledger/ledger-service/exports/edit-log/columns-and-lines.ts'
import { expect, test } from 'vitest'

const CHANGED: EditLogRow = {
  position: 7,
  recordedAt: '2026-03-31T18:30:00.000Z',
  action: 'changed',
  subject: 'Expense of Asha Rao',
  subjectKind: 'debit',
  subjectName: 'Asha Rao',
  subjectId: 'the-entry',
  site: 'Canal Bridge',
  actor: { id: 'the-actor', name: 'Ravi', role: 'site_incharge' },
  from: '10.0.0.1',
  voucher: 'P/25-26/000041',
  amount: '222.00',
  bills: ['aa'],
  fields: [
    { field: 'amount', before: '100.00', after: '222.00' },
    { field: 'payment mode', before: 'cash', after: 'bank_transfer' },
    { field: 'reason', before: null, after: 'Paid by bank' },
  ],
}

/** The columns of a file from the field on, with the cells of each line. */
test.each([
  [
    'en',
    [
      ['Field', 'Amount', 'Payment mode', 'Reason'],
      ['Old value', 100, 'Cash', ''],
      ['New value', 222, 'Bank Transfer', 'Paid by bank'],
    ],
  ],
  [
    'hi',
    [
      ['क्या बदला', 'राशि', 'भुगतान का तरीका', 'कारण'],
      ['पहले', 100, 'नकद', ''],
      ['बाद में', 222, 'बैंक ट्रांसफ़र', 'Paid by bank'],
    ],
  ],
] as const)('in %s a change stands under the heads of what it was before and is now', (language, expected) => {
  const heads = editLogColumns(language).map(({ header }) => header)
  const lines = editLogFileLines(CHANGED, { language, origin: 'https://books.example' }, (text) => text)
  expect(lines.map((line) => line.length)).toEqual([heads.length, heads.length, heads.length])
  const columns = heads.map((head, at) => [head, ...lines.map((line) => line[at])])
  const from = heads.indexOf(expected[0][0])
  expect(columns.slice(from, from + expected.length)).toEqual(expected)
})

test.each([
  [
    'en',
    [
      ...['Position', 'Recorded at (IST)', 'Action', 'What', 'Site', 'Id', 'By', 'Role', 'IP address'],
      ...['Field', 'Old value', 'New value', 'Voucher number', 'Bills', 'Bill Links'],
    ],
  ],
  [
    'hi',
    [
      ...['क्रमांक', 'कब दर्ज हुआ (IST)', 'क्या किया', 'क्या', 'साइट', 'ID', 'किसने', 'पद', 'IP पता'],
      ...['क्या बदला', 'पहले', 'बाद में', 'वाउचर नंबर', 'बिल', 'बिल के लिंक'],
    ],
  ],
] as const)('the whole head of a file in %s', (language, heads) => {
  expect(editLogColumns(language).map(({ header }) => header)).toEqual(heads)
})

test('each cell of a line is about what its head says', () => {
  const [line = []] = editLogFileLines(CHANGED, { language: 'en', origin: 'https://books.example' }, (text) => text)
  const heads = editLogColumns('en').map(({ header }) => header)
  expect(Object.fromEntries(heads.map((head, at) => [head, line[at]]))).toMatchObject({
    Position: 7,
    Action: 'changed',
    What: 'Expense of Asha Rao',
    Site: 'Canal Bridge',
    Id: 'the-entry',
    By: 'Ravi',
    Role: 'Site Incharge',
    'IP address': '10.0.0.1',
    'Voucher number': 'P/25-26/000041',
    Bills: 1,
    'Bill Links': 'https://books.example/api/bills/aa',
  })
})

test.each([
  ['en', 'P/25-26/000041 (cancelled)'],
  ['hi', 'P/25-26/000041 (कैंसिल)'],
] as const)('in %s the voucher number of a deleted entry is cancelled', (language, expected) => {
  const gone = { ...CHANGED, action: 'deleted' as const }
  const [line = []] = editLogFileLines(gone, { language, origin: '' }, (text) => text)
  expect(line).toContain(expected)
})
