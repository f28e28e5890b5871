import { amountSchema, decimalAmount } from '../money.ts'

/** Limits of an office, in rupees. `none` says what null means, such as "null switches the list off". */

const AMOUNT_MESSAGE = 'Please enter a valid amount greater than 0'

const describeLimit = (description: string, none: string) => `${description}, in rupees; ${none}`

export const limitInAnswer = (description: string, none: string) =>
  decimalAmount.nullable().describe(describeLimit(description, none))

/** Parses to paise. */
export const limitInRequest = (description: string, none: string) =>
  amountSchema({ required: AMOUNT_MESSAGE, invalid: AMOUNT_MESSAGE })
    .nullable()
    .describe(describeLimit(description, none))
