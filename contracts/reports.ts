import { z } from 'zod'
import { decimal } from './money.ts'
import { paymentMode } from './payment-modes.ts'
import { day, page } from './queries.ts'
import { companyTransaction } from './shapes.ts'

/** What people look at rather than read: ledgers with a running balance, and sums over time, purpose, beneficiary and site. */

export const ledgerQuery = z.strictObject({
  limit: page.limit,
  cursor: page.cursor,
  account: z.string({ error: 'Please choose an account' }).min(1, 'Please choose an account').max(100),
  from: day,
  to: day,
})
export const ownLedgerQuery = ledgerQuery.omit({ account: true })
export type LedgerQuery = z.infer<typeof ownLedgerQuery>

/** Rows newest first; `balance` is the account's after that row. Opening and closing are those of the whole period. */
export const accountLedger = z.object({
  openingBalance: decimal,
  closingBalance: decimal,
  received: decimal,
  spent: decimal,
  /** How many rows of the period are money received, and how many money spent. */
  credits: z.int(),
  debits: z.int(),
  rows: z.array(companyTransaction.omit({ deleted: true }).extend({ balance: decimal })),
})
export type AccountLedger = z.infer<typeof accountLedger>

export const periodQuery = z.strictObject({ from: day, to: day })
export type PeriodQuery = z.infer<typeof periodQuery>

const share = z.object({ name: z.string(), amount: decimal, count: z.int() })

/** Sums of a period. Transfers move money between people: they count in their accounts, not in what was sent or spent. */
export const summary = z.object({
  /** `month` is `2026-04`, in Asia/Kolkata. */
  months: z.array(z.object({ month: z.string(), received: decimal, spent: decimal })),
  /** The largest first, at most 12, and the rest as one without a name. */
  purposes: z.array(share),
  /** `id` is null where the rest is one. */
  beneficiaries: z.array(share.extend({ id: z.string().nullable() })),
  paymentModes: z.array(z.object({ paymentMode, amount: decimal, count: z.int() })),
})
export type Summary = z.infer<typeof summary>

/** The same for head office, with each site incharge's money received and spent. */
export const companySummary = summary.extend({
  sites: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      siteName: z.string().nullable(),
      received: decimal,
      spent: decimal,
      /** Expenses of the period that no bill proves. */
      withoutBill: z.object({ count: z.int(), amount: decimal }),
    }),
  ),
})
export type CompanySummary = z.infer<typeof companySummary>

/** A beneficiary with all that was ever paid to it. */
export const beneficiaryReport = z.object({
  id: z.string(),
  name: z.string(),
  totalPaid: decimal,
  payments: z.int(),
  lastPaidOn: z.iso.datetime().nullable(),
})
export type BeneficiaryReport = z.infer<typeof beneficiaryReport>

const counted = z.object({ count: z.int(), amount: decimal })

/**
 * What the rows of a list add up to that a filter leaves, all of them and not a page's. Each row counts in exactly one of the
 * kinds: a transfer between two accounts is two rows of a list of all accounts, one given and one received.
 */
export const transactionSums = z.object({
  /** How many rows the list has, deleted ones too where it shows them. */
  count: z.int(),
  /** Money from head office. */
  credits: counted,
  /** Expenses, paid to beneficiaries. */
  debits: counted,
  transfersReceived: counted,
  transfersGiven: counted,
  /** Shown where they were asked for, and in no other sum. */
  deleted: counted,
})
export type TransactionSums = z.infer<typeof transactionSums>
