/** The columns of the table of entries, in their order. */
export const ENTRY_COLUMN_IDS = [
  'date',
  'enteredOn',
  'account',
  'site',
  'party',
  'purpose',
  'question',
  'answer',
  'mode',
  'reference',
  'voucher',
  'bill',
  'in',
  'out',
  'balance',
] as const
export type EntryColumnId = (typeof ENTRY_COLUMN_IDS)[number]

const allBut = (...leftOut: EntryColumnId[]): readonly EntryColumnId[] =>
  ENTRY_COLUMN_IDS.filter((id) => !leftOut.includes(id))

/** The columns of a list of all accounts. */
export const COMPANY_COLUMNS = allBut('enteredOn', 'question', 'answer', 'balance')
/** The columns of the list of entries that were entered late. */
export const LATE_COLUMNS = allBut('question', 'answer', 'balance')
/** The columns of the list of entries with questions. */
export const QUESTION_COLUMNS = allBut('enteredOn', 'balance')
/** The columns of one account's book. */
export const LEDGER_COLUMNS = allBut('enteredOn', 'account', 'site', 'question', 'answer')
/** The columns of the payments to one party. */
export const STATEMENT_COLUMNS: readonly EntryColumnId[] = [
  ...(['date', 'account', 'site', 'purpose', 'mode', 'reference', 'voucher', 'bill', 'out'] as const),
]
