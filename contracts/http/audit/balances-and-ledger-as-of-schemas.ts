import { z } from 'zod'
import { ENTRY_TEXT_STORED_SHAPE } from '../../entry-text-field-schemas.ts'
import { decimalAmount } from '../../money.ts'
import { PAYMENT_MODE_DESCRIPTION, paymentMode } from '../../payment-modes.ts'
import { singleLineText } from '../../text/text-schemas.ts'
import { momentParam } from '../query-parameters.ts'
import { instant, position, VOUCHER, wholeNumberParam } from './common-audit-fields.ts'

const accountKind = z
  .enum(['head_office', 'site_incharge', 'supervisor', 'beneficiary'])
  .describe('The kind of the account')

const RECEIVED = 'Money that the account had received by then, in rupees'
const SPENT = 'Money that the account had spent by then, in rupees'

export const balancesAsOfAnswer = z.object({
  position: position.describe('The last event that counts'),
  recordedAt: instant.nullable().describe('When that event was recorded, in UTC; null before the first'),
  accounts: z
    .array(
      z.object({
        account: z.string().describe('The inner id of the account; of a beneficiary its id'),
        name: z.string().describe('The name that it had then'),
        kind: accountKind,
        received: decimalAmount.describe(RECEIVED),
        spent: decimalAmount.describe(SPENT),
        balance: decimalAmount.describe('Received minus spent, in rupees'),
      }),
    )
    .describe('Every account that there was'),
  trialBalance: z
    .object({
      received: decimalAmount.describe('Received by all accounts together, in rupees'),
      spent: decimalAmount.describe('Spent by all accounts together, in rupees'),
      difference: decimalAmount.describe('Received minus spent: 0.00 at every position'),
    })
    .describe('The sums over all accounts'),
})
export type BalancesAsOf = z.infer<typeof balancesAsOfAnswer>

/** The account can also be head office, whose side of a payment is a row too, or a beneficiary. */
export const ledgerAsOfAnswer = z.object({
  position: position.describe('The last event that counts'),
  account: z
    .object({
      id: z.string().describe('The inner id of the account; of a beneficiary its id'),
      name: z.string().describe('The name that it had then'),
      kind: accountKind,
    })
    .describe('The account whose ledger it is'),
  received: decimalAmount.describe(RECEIVED),
  spent: decimalAmount.describe(SPENT),
  balance: decimalAmount.describe('Received minus spent, in rupees'),
  entries: position.describe('How many rows there are in all'),
  rows: z
    .array(
      z.object({
        id: z.string().describe('The id of the row in the lists'),
        position: position.describe('The event that made the entry read so'),
        revision: z.int().positive().describe('1 when recorded, one more with each change until then'),
        type: z
          .enum(['credit', 'debit'])
          .describe('credit: the account receives the money; debit: it spends the money'),
        isTransfer: z.boolean().describe('Whether it is one side of a transfer'),
        date: instant.describe('When it happened, as the person says, in UTC'),
        amount: decimalAmount.describe('In rupees, above zero'),
        party: z.string().describe('The name of the other side; `head_office` where money came from there'),
        purpose: z.string().describe('The reason for the payment, in a few words'),
        paymentMode: paymentMode.describe(PAYMENT_MODE_DESCRIPTION),
        narration: z.string().describe('The whole story in free text, with line breaks'),
        reference: ENTRY_TEXT_STORED_SHAPE.reference,
        voucher: z.string().nullable().describe(VOUCHER),
        balance: decimalAmount.describe('The balance of the account after this row, in rupees'),
      }),
    )
    .describe('One page, the newest `date` first'),
  next: position.nullable().describe('Send it as `skip` for older rows; null where these are the oldest'),
})
export type AccountLedgerAsOf = z.infer<typeof ledgerAsOfAnswer>

export const balancesAsOfQueryParams = z.strictObject({
  position: wholeNumberParam.optional().describe('The last event that counts; left out with `at`, all do'),
  at: momentParam,
})
/** All pages are of one position: the first one may ask for a time, which other events can still reach. */
export const ledgerAsOfQuery = balancesAsOfQueryParams
  .extend({
    account: singleLineText(100)
      .min(1)
      .describe('The account, by its public or inner id; also `head_office` or the id of a beneficiary'),
    skip: wholeNumberParam
      .default(0)
      .describe(
        'How many of the newest rows to leave out; more than none together with the `position` of the first page',
      ),
    limit: z
      .string()
      .regex(/^(?:[1-9]\d?|1\d\d|200)$/, 'A page has 1 to 200 rows')
      .transform(Number)
      .default(50)
      .describe('Rows of one page, 1 to 200'),
  })
  .refine(({ skip, position }) => skip === 0 || position !== undefined, {
    message: 'Please name the position of the first page',
    path: ['position'],
  })
