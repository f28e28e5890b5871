import { z } from 'zod'

/** The groups that every company in Tally has. A ledger of the map is in one of them. */
export const TALLY_GROUPS = [
  ...(['Bank Accounts', 'Bank OD A/c', 'Branch / Divisions', 'Capital Account', 'Cash-in-Hand'] as const),
  ...(['Current Assets', 'Current Liabilities', 'Deposits (Asset)', 'Direct Expenses', 'Direct Incomes'] as const),
  ...(['Duties & Taxes', 'Fixed Assets', 'Indirect Expenses', 'Indirect Incomes', 'Investments'] as const),
  ...(['Loans & Advances (Asset)', 'Loans (Liability)', 'Misc. Expenses (ASSET)', 'Provisions'] as const),
  ...(['Purchase Accounts', 'Reserves & Surplus', 'Sales Accounts', 'Secured Loans', 'Stock-in-Hand'] as const),
  ...(['Sundry Creditors', 'Sundry Debtors', 'Suspense A/c', 'Unsecured Loans'] as const),
] as const
export const tallyGroup = z.enum(TALLY_GROUPS)
export type TallyGroup = z.infer<typeof tallyGroup>

/** The things of this ledger that have a ledger in Tally; a site has a cost centre. */
export const TALLY_LINE_KINDS = ['person', 'site', 'mode', 'purpose', 'otherPurposes', 'party'] as const
export const tallyLineKind = z.enum(TALLY_LINE_KINDS)
export type TallyLineKind = z.infer<typeof tallyLineKind>

/** The longest name that Tally takes, in UTF-16 code units. */
export const TALLY_NAME_LIMIT = 100
