import { z } from 'zod'
import { amountSchema, decimalAmount } from '../../money.ts'

/** The limits that decide which entries and accounts are on a worklist (api.md, The office's desk). */

const LOW_CASH = 'A balance below this is short of cash, where the account has no alert level of its own'
const BILL_ABOVE = 'An expense above this needs a bill'
const LARGE = 'An entry above this is large'
const LATE_DAYS = 'An entry recorded more than this many days after its date is late, 1 to 365'
const OFF = 'null switches the list off'

const limitInAnswer = (description: string) => decimalAmount.nullable().describe(`${description}, in rupees; ${OFF}`)

export const officeSettings = z
  .object({
    lowCash: limitInAnswer(LOW_CASH),
    billAbove: limitInAnswer(BILL_ABOVE),
    large: limitInAnswer(LARGE),
    lateDays: z.int().nullable().describe(`${LATE_DAYS}; ${OFF}`),
  })
  .describe('The limits of the worklists')
export type OfficeSettings = z.infer<typeof officeSettings>

const LATE_DAYS_MESSAGE = 'Please enter a whole number of days from 1 to 365'
const AMOUNT_MESSAGE = 'Please enter a valid amount greater than 0'

const limit = (description: string) =>
  amountSchema({ required: AMOUNT_MESSAGE, invalid: AMOUNT_MESSAGE })
    .nullable()
    .describe(`${description}, in rupees; ${OFF}`)

/** All four limits together; amounts parse to paise. */
export const officeSettingsBody = z.strictObject({
  lowCash: limit(LOW_CASH),
  billAbove: limit(BILL_ABOVE),
  large: limit(LARGE),
  lateDays: z
    .int({ error: LATE_DAYS_MESSAGE })
    .min(1, LATE_DAYS_MESSAGE)
    .max(365, LATE_DAYS_MESSAGE)
    .nullable()
    .describe(`${LATE_DAYS}; ${OFF}`),
})

export const alertLevelBody = z.strictObject({
  amount: amountSchema({ required: AMOUNT_MESSAGE, invalid: AMOUNT_MESSAGE })
    .nullable()
    .describe('The balance below which the account is short of cash, in rupees; null for the level of all accounts'),
})
