import { z } from 'zod'
import { limitInAnswer, limitInRequest } from '../amount-limit-schemas.ts'

/** The limits that decide which entries and accounts are on a worklist (api.md, The office's desk). */

const LOW_CASH = 'A balance below this is short of cash, where the account has no alert level of its own'
const BILL_ABOVE = 'An expense above this needs a bill'
const LARGE = 'An entry above this is large'
const LATE_DAYS = 'An entry recorded more than this many days after its date is late, 1 to 365'
const OFF = 'null switches the list off'

export const officeSettings = z
  .object({
    lowCash: limitInAnswer(LOW_CASH, OFF),
    billAbove: limitInAnswer(BILL_ABOVE, OFF),
    large: limitInAnswer(LARGE, OFF),
    lateDays: z.int().nullable().describe(`${LATE_DAYS}; ${OFF}`),
  })
  .describe('The limits of the worklists')
export type OfficeSettings = z.infer<typeof officeSettings>

const LATE_DAYS_MESSAGE = 'Please enter a whole number of days from 1 to 365'

/** All four limits together; amounts parse to paise. */
export const officeSettingsBody = z.strictObject({
  lowCash: limitInRequest(LOW_CASH, OFF),
  billAbove: limitInRequest(BILL_ABOVE, OFF),
  large: limitInRequest(LARGE, OFF),
  lateDays: z
    .int({ error: LATE_DAYS_MESSAGE })
    .min(1, LATE_DAYS_MESSAGE)
    .max(365, LATE_DAYS_MESSAGE)
    .nullable()
    .describe(`${LATE_DAYS}; ${OFF}`),
})

export const alertLevelBody = z.strictObject({
  amount: limitInRequest('The balance below which the account is short of cash', 'null for the level of all accounts'),
})
