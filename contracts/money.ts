import { z } from 'zod'

/** Whole paise; 100 paise are a rupee. Always a safe integer, so that sums are exact. */
export type Paise = number

/** The largest amount of one entry: ₹99,99,99,999.99 (api.md, Amount). */
export const MAX_AMOUNT_PAISE: Paise = 99_999_999_999

const DECIMAL = /^\d{1,9}(\.\d{1,2})?$/

/**
 * Reads an amount as people and programs send it: a decimal string or a JSON number.
 * @returns whole paise above 0, or undefined for anything else ("1,000", "1e3", "०", -0, three decimals)
 */
export function parseAmount(input: unknown): Paise | undefined {
  const text = typeof input === 'number' ? plainDecimal(input) : input
  if (typeof text !== 'string' || !DECIMAL.test(text)) return undefined
  const [rupees = '', fraction = ''] = text.split('.')
  const paise = Number(rupees) * 100 + Number(fraction.padEnd(2, '0'))
  return paise > 0 && paise <= MAX_AMOUNT_PAISE ? paise : undefined
}

/** A JSON number in plain notation; "" where JavaScript would write an exponent, a sign or no number at all. */
function plainDecimal(value: number): string {
  return Number.isFinite(value) && value > 0 ? String(value) : ''
}

/** Writes paise as the API does: exactly two fraction digits, `"1500.00"`, negative as `"-250.50"`. */
export function formatAmount(paise: Paise): string {
  const digits = String(Math.abs(paise)).padStart(3, '0')
  return `${paise < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Reads what `formatAmount` wrote: the API's own decimal strings, signed, of any size. */
export function paiseOf(decimal: string): Paise {
  const negative = decimal.startsWith('-')
  const [rupees = '0', fraction = ''] = (negative ? decimal.slice(1) : decimal).split('.')
  const paise = Number(rupees) * 100 + Number(fraction.padEnd(2, '0'))
  return negative && paise !== 0 ? -paise : paise
}

/** How `amountSchema` describes itself in the API's document, as JSON Schema: what it takes cannot be read off a function. */
const AMOUNT_DESCRIPTION = {
  description: 'Rupees: a decimal string or a number, greater than 0, with at most 2 fraction digits',
  anyOf: [
    { type: 'string', pattern: String.raw`^(?=.*[1-9])\d{1,9}(\.\d{1,2})?$` },
    { type: 'number', minimum: 0.01, maximum: MAX_AMOUNT_PAISE / 100 },
  ],
  examples: ['1500.00'],
}

/** An amount in a request body: out comes whole paise. Messages are those of §5 for the form that it stands in. */
export function amountSchema(messages: { required: string; invalid: string }) {
  return z
    .unknown()
    .transform((input, context): Paise => {
      const paise = parseAmount(input)
      if (paise !== undefined) return paise
      const missing = input === undefined || input === null || input === ''
      context.addIssue({ code: 'custom', message: missing ? messages.required : messages.invalid })
      return z.NEVER
    })
    .meta(AMOUNT_DESCRIPTION)
}

/** An amount in an answer: a decimal string with exactly two fraction digits. */
export const decimal = z
  .string()
  .regex(/^-?\d+\.\d\d$/)
  .meta({ examples: ['1500.00'] })
