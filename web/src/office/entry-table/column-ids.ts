/** The columns of the table of entries, in their order. */
export const ENTRY_COLUMN_IDS = [
  'date',
  'enteredOn',
  'account',
  'site',
  'party',
  'purpose',
  'mode',
  'reference',
  'voucher',
  'bill',
  'in',
  'out',
  'balance',
] as const
export type EntryColumnId = (typeof ENTRY_COLUMN_IDS)[number]

/** The columns of a list of all accounts. */
export const COMPANY_COLUMNS: readonly EntryColumnId[] = ENTRY_COLUMN_IDS.filter(
  (id) => !['enteredOn', 'balance'].includes(id),
)
/** The columns of the list of entries that were entered late. */
export const LATE_COLUMNS: readonly EntryColumnId[] = ENTRY_COLUMN_IDS.filter((id) => id !== 'balance')
/** The columns of one account's book. */
export const LEDGER_COLUMNS: readonly EntryColumnId[] = ENTRY_COLUMN_IDS.filter(
  (id) => !['enteredOn', 'account', 'site'].includes(id),
)
/** The columns of the payments to one party. */
export const STATEMENT_COLUMNS: readonly EntryColumnId[] = [
  ...(['date', 'account', 'site', 'purpose', 'mode', 'reference', 'voucher', 'bill', 'out'] as const),
]
