import { z } from 'zod'
import { decimalAmount } from '../../money.ts'
import { PAYMENT_MODE_DESCRIPTION, paymentMode } from '../../payment-modes.ts'
import { role } from '../../roles.ts'
import { SUMMARY_SUBJECTS } from '../../summary-subjects.ts'
import { beneficiary } from '../beneficiaries/beneficiary-schemas.ts'
import { dayParam } from '../query-parameters.ts'

/** Sums by time, purpose, beneficiary, payment mode and site. */

const countAndAmount = z.object({
  count: z.int().describe('How many rows these are'),
  amount: decimalAmount.describe('Their sum, in rupees'),
})

const spendingShare = z.object({
  name: z.string().describe('The purpose or the beneficiary; empty where the rest is one'),
  amount: decimalAmount.describe('In rupees'),
  count: z.int().describe('How many expenses these are'),
})

/** Sums of a period. Transfers move money between people: they count in the accounts, not as money sent or spent. */
export const accountSummary = z.object({
  months: z
    .array(
      z.object({
        month: z.string().describe('Such as 2026-04, in Asia/Kolkata'),
        received: decimalAmount.describe('Money received in that month, in rupees'),
        spent: decimalAmount.describe('Money spent in that month, in rupees'),
      }),
    )
    .describe('The months of the period in which there was anything'),
  purposes: z.array(spendingShare).describe('The largest first, at most 12, and the rest as one without a name'),
  beneficiaries: z
    .array(
      spendingShare.extend({
        id: z.string().nullable().describe('The id of the beneficiary; null where the rest is one'),
      }),
    )
    .describe('The most paid first, at most 12, and the rest as one without a name'),
  paymentModes: z
    .array(
      z.object({
        paymentMode: paymentMode.describe(PAYMENT_MODE_DESCRIPTION),
        amount: decimalAmount.describe('In rupees'),
        count: z.int().describe('How many expenses these are'),
      }),
    )
    .describe('Expenses of the period by payment mode'),
})
export type AccountSummary = z.infer<typeof accountSummary>

/** The summary for head office, with the money that each site incharge received and spent. */
export const companySummary = accountSummary.extend({
  sites: z
    .array(
      z.object({
        id: z.string().describe('The public id of the incharge'),
        name: z.string().describe('The name of the incharge'),
        siteName: z.string().nullable().describe('The name of the site; null where none was given'),
        received: decimalAmount.describe('Money that the incharge ever received, in rupees'),
        spent: decimalAmount.describe('Money that the incharge ever spent, in rupees'),
        withoutBill: countAndAmount.describe('Expenses of the period that no bill proves'),
        spentToday: decimalAmount.describe(
          'What the site paid to beneficiaries today in Asia/Kolkata, with its supervisors, whatever the period, in rupees',
        ),
        spentThisWeek: decimalAmount.describe('The same since Monday'),
        lastEntryOn: z.iso
          .datetime()
          .nullable()
          .describe('The date of the newest entry of the site, with its supervisors, in UTC; null where there is none'),
        heldByDeleted: decimalAmount.describe('What deleted supervisors of the site still hold, in rupees'),
      }),
    )
    .describe('Each site incharge'),
})
export type CompanySummary = z.infer<typeof companySummary>

export const summaryTableQueryParams = z.strictObject({
  by: z.enum(SUMMARY_SUBJECTS).describe('What a row is: a site incharge or supervisor, a purpose, and so on'),
  site: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('The public id of a site incharge: only the entries of the site count; or of a supervisor'),
  from: dayParam,
  to: dayParam,
})
export type SummaryTableQuery = z.infer<typeof summaryTableQueryParams>

/** Sums of a period by one subject, all rows. Transfers move money between people: they count in none of the sums. */
export const summaryTable = z.object({
  rows: z
    .array(
      z.object({
        key: z
          .string()
          .describe('The id of the account or beneficiary; the purpose in lower case; the payment mode; or 2026-04'),
        name: z.string().describe('The name of the person or beneficiary; else the purpose, payment mode or month'),
        site: z.string().nullable().describe('The name of the site, of a site incharge'),
        role: role
          .nullable()
          .describe('By site: a site incharge is the site, a supervisor the days without one; else null'),
        received: decimalAmount.describe('Money from head office, in rupees; 0 but by site and month'),
        spent: decimalAmount.describe('Expenses, in rupees'),
        count: z.int().describe('How many expenses these are'),
      }),
    )
    .describe('The most spent first, months the latest first; at most 10,000'),
  rowCount: z.int().describe('How many rows there are in all'),
  received: decimalAmount.describe('The sum of all rows, in rupees'),
  spent: decimalAmount.describe('The sum of all rows, in rupees'),
  count: z.int().describe('How many expenses these are in all'),
})
export type SummaryTable = z.infer<typeof summaryTable>

/** A beneficiary with the total that was ever paid to it. */
export const beneficiaryReport = z.object({
  ...beneficiary.shape,
  totalPaid: decimalAmount.describe('All that was ever paid, in rupees'),
  payments: z.int().describe('How many payments these are'),
  lastPaidOn: z.iso.datetime().nullable().describe('The date of the last payment, in UTC; null where none stands'),
})
export type BeneficiaryReport = z.infer<typeof beneficiaryReport>

/**
 * The sums over all rows of a filtered list, not only over a page. Each row counts in exactly one of the kinds: a
 * transfer between two accounts is two rows in a list of all accounts, one given and one received.
 */
export const transactionTotals = z.object({
  count: z.int().describe('How many rows the list has, deleted ones too where it shows them'),
  credits: countAndAmount.describe('Money from head office'),
  debits: countAndAmount.describe('Expenses, paid to beneficiaries'),
  transfersReceived: countAndAmount.describe('Transfers, on the side of the account that received the money'),
  transfersGiven: countAndAmount.describe('Transfers, on the side of the account that gave the money'),
  deleted: countAndAmount.describe('Deleted entries, where they were asked for; in no other sum'),
})
export type TransactionTotals = z.infer<typeof transactionTotals>
