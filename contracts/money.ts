import { z } from 'zod'

/** Whole paise; 100 paise are a rupee. Always a safe integer, so that sums are exact. */
export type Paise = number

/** The largest amount of one entry: ₹99,99,99,999.99 (api.md, Amount). */
export const MAX_AMOUNT_PAISE: Paise = 99_999_999_999

/**
 * The upper limit of the sum of all current entries: ₹99,99,99,99,99,999.99, the most that a spreadsheet's fifteen
 * digits hold. Any sum of some of them is at most this, and therefore exact
 * (docs/decisions/0003-amounts-dates-and-text.md).
 */
export const MAX_TOTAL_PAISE: Paise = 999_999_999_999_999

const AMOUNT_FORM = /^\d{1,9}(\.\d{1,2})?$/

/**
 * Reads an amount as people and programs send it: a decimal string or a JSON number.
 * @returns whole paise above 0; undefined for anything else ("1,000", "1e3", "०", -0, three decimals)
 */
export function parseAmount(input: unknown): Paise | undefined {
  const paise = parseAmountOrZero(input)
  return paise === 0 ? undefined : paise
}

/** Reads an amount as `parseAmount` does, and 0 as well: a drawer may be empty. */
export function parseAmountOrZero(input: unknown): Paise | undefined {
  const text = typeof input === 'number' ? String(input) : input
  if (typeof text !== 'string' || !AMOUNT_FORM.test(text)) return undefined
  const [rupees = '', fraction = ''] = text.split('.')
  const paise = Number(rupees) * 100 + Number(fraction.padEnd(2, '0'))
  return paise <= MAX_AMOUNT_PAISE ? paise : undefined
}

/** The messages for input that is an amount, but not one that the ledger accepts. */
export const TOO_MANY_DECIMALS_MESSAGE = 'Please use at most 2 digits after the decimal point'
export const AMOUNT_TOO_LARGE_MESSAGE = 'Amount can be at most ₹99,99,99,999.99'

/** Returns why `parseAmount` refuses a decimal above 0; undefined for one that it accepts, and for any other input. */
export function amountLimitMessage(input: unknown): string | undefined {
  const text = typeof input === 'number' ? String(input) : input
  if (typeof text !== 'string' || !/^\d+(\.\d+)?$/.test(text) || !/[1-9]/.test(text)) return undefined
  const [rupees = '', fraction = ''] = text.split('.')
  if (/[1-9]\d{9}/.test(rupees)) return AMOUNT_TOO_LARGE_MESSAGE
  return fraction.length > 2 ? TOO_MANY_DECIMALS_MESSAGE : undefined
}

/**
 * Returns paise as the API writes them: exactly two fraction digits, `"1500.00"`, negative as `"-250.50"`. A sum over
 * several accounts is a bigint, because a log from before there was a largest total can hold any sum.
 */
export function formatAmount(paise: Paise | bigint): string {
  const digits = String(paise < 0 ? -paise : paise).padStart(3, '0')
  return `${paise < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Reads the output of `formatAmount`: the API's own decimal strings, signed, of any size. */
export function paiseOf(decimal: string): Paise {
  const negative = decimal.startsWith('-')
  const [rupees = '0', fraction = ''] = (negative ? decimal.slice(1) : decimal).split('.')
  const paise = Number(rupees) * 100 + Number(fraction.padEnd(2, '0'))
  return negative && paise !== 0 ? -paise : paise
}

/** Returns the sum of the API's own decimal strings as one such string. It is exact for any size. */
export function sumOfAmounts(decimals: readonly string[]): string {
  return formatAmount(decimals.reduce((sum, decimal) => sum + BigInt(decimal.replace('.', '')), 0n))
}

/** The JSON Schemas of amounts in the API's document, which cannot be derived from a function. */
const AMOUNT_DESCRIPTION = {
  description: 'Rupees: a decimal string or a number, greater than 0, with at most 2 fraction digits',
  anyOf: [
    { type: 'string', pattern: String.raw`^(?=.*[1-9])\d{1,9}(\.\d{1,2})?$` },
    { type: 'number', minimum: 0.01, maximum: MAX_AMOUNT_PAISE / 100 },
  ],
  examples: ['1500.00'],
}
const AMOUNT_OR_ZERO_DESCRIPTION = {
  description: 'Rupees: a decimal string or a number, 0 or more, with at most 2 fraction digits',
  anyOf: [
    { type: 'string', pattern: String.raw`^\d{1,9}(\.\d{1,2})?$` },
    { type: 'number', minimum: 0, maximum: MAX_AMOUNT_PAISE / 100 },
  ],
  examples: ['1500.00'],
}

interface AmountMessages {
  required: string
  invalid: string
}

/** An amount in a request body; it parses to whole paise. The messages are those of §5 for the form. */
export function amountSchema(messages: AmountMessages) {
  return parsedAmount(parseAmount, messages).meta(AMOUNT_DESCRIPTION)
}

/** An amount of 0 or more in a request body; it parses to whole paise. */
export function amountOrZeroSchema(messages: AmountMessages) {
  return parsedAmount(parseAmountOrZero, messages).meta(AMOUNT_OR_ZERO_DESCRIPTION)
}

function parsedAmount(parse: (input: unknown) => Paise | undefined, messages: AmountMessages) {
  return z.unknown().transform((input, context): Paise => {
    const paise = parse(input)
    if (paise !== undefined) return paise
    const missing = input === undefined || input === null || input === ''
    context.addIssue({
      code: 'custom',
      message: missing ? messages.required : (amountLimitMessage(input) ?? messages.invalid),
    })
    return z.NEVER
  })
}

/** An amount in an answer: a decimal string with exactly two fraction digits. */
export const decimalAmount = z
  .string()
  .regex(/^-?\d+\.\d\d$/)
  .meta({ examples: ['1500.00'] })
