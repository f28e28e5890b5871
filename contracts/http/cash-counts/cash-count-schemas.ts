import { z } from 'zod'
import { amountOrZeroSchema, decimalAmount } from '../../money.ts'
import { role } from '../../roles.ts'
import { pageParams } from '../query-parameters.ts'

/** Counts of cash (api.md, Books): what a field user has in hand, beside what the ledger has. */

const AMOUNT_REQUIRED = 'Please enter how much cash there is'
const AMOUNT_INVALID = 'Please enter the cash that you counted: 0 or more'

/** The amount parses to paise; an empty drawer is 0. */
export const cashCountBody = z.strictObject({
  amount: amountOrZeroSchema({ required: AMOUNT_REQUIRED, invalid: AMOUNT_INVALID }),
})

const figures = {
  counted: decimalAmount.describe('The cash that was counted, in rupees'),
  expected: decimalAmount.describe(
    'What the ledger had then: received less spent of all entries with the payment mode cash, in rupees; below zero where more was spent, as where money was drawn from the bank: then it is nothing to compare with',
  ),
  difference: decimalAmount.describe('Counted minus expected, in rupees; below zero where cash is missing'),
}

export const cashCountAnswer = z.object(figures).describe('A count of cash beside what the ledger had')

export const cashCount = z
  .object({ at: z.iso.datetime().describe('When the ledger took it, in UTC'), ...figures })
  .describe('A count of cash')
export type CashCount = z.infer<typeof cashCount>

export const accountCashCount = cashCount
  .extend({
    account: z.string().describe('The public id of the account whose cash it is'),
    accountName: z.string().describe('The name of that account'),
    role: role.describe('The role of that account'),
    siteName: z.string().nullable().describe('The site of an incharge; null where none was given'),
  })
  .describe('A count of cash of an account')
export type AccountCashCount = z.infer<typeof accountCashCount>

export const cashCountsQueryParams = z.strictObject(pageParams)
export const accountCashCountsQueryParams = z.strictObject({
  ...pageParams,
  account: z.string().max(100).optional().describe('The public id of an account: its counts only'),
  last: z
    .enum(['differing'], { error: 'The last counts are listed where they differ' })
    .optional()
    .describe(
      'differing: of each account that is not deleted the last count, where it differs from the ledger and the cash of the ledger is not below zero',
    ),
})
