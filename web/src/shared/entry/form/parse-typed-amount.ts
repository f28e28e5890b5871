import { latinDigits } from '@ledger/contracts/text/latin-digits.ts'

/** Longer than an amount is with all that is written around it. */
const MAX_AMOUNT_TEXT = 60

const CURRENCY = '(?:₹|₨|(?:rs|re|inr|rupees?|रु|रू|रुपया|रुपये|रुपए|रूपये|रूपए)[.:॰]?)'
/** A sign before ₹ tells money in from money out, as this app writes it; before the digits it makes them negative. */
const BEFORE_DIGITS = new RegExp(String.raw`^(?:[-−+] ?)?${CURRENCY} ?(?=\d)|^\+(?=\d)`, 'iu')
const AFTER_DIGITS = new RegExp(
  String.raw`(?<=\d) ?(?:/[-=]?)?(?: ?${CURRENCY})?(?: (?:only|मात्र))?(?: ?/[-=])?[.,]?$`,
  'iu',
)

const WHOLE_RUPEES = [
  String.raw`\d+`,
  // 1,23,45,678 and 12,345,678, with commas or with one space each.
  ...[',', ' '].flatMap((mark) => [
    String.raw`\d{1,2}(?:${mark}\d\d)*${mark}\d{3}`,
    String.raw`\d{1,3}(?:${mark}\d{3})+`,
  ]),
].join('|')
const AMOUNT_FORM = new RegExp(String.raw`^(?:${WHOLE_RUPEES})(?:\.\d+)?$|^\.\d+$`)

/**
 * Reads an amount as people write and paste it: "₹ 1,23,456.75", "Rs. 500/-", "१,५००", "12 345". The whole text must be
 * one amount, because half of a text is a wrong amount.
 * @returns digits with at most one dot ("123456.75"), of any size, which the contract checks; "" for a blank text;
 * undefined for any other text ("-500", "1e5", "2,50,000 + 500", "1,5")
 */
export function parseTypedAmount(text: string): string | undefined {
  if (text.length > MAX_AMOUNT_TEXT) return undefined
  // A tab or a line inside the text stands between two amounts, so it is no space.
  const line = latinDigits(text.replace(/\p{Cf}/gu, ''))
    .trim()
    .replace(/\p{Zs}/gu, ' ')
  const digits = line.replace(BEFORE_DIGITS, '').replace(AFTER_DIGITS, '')
  if (digits === '') return ''
  if (!AMOUNT_FORM.test(digits)) return undefined
  return digits
    .replace(/[, ]/g, '')
    .replace(/^\./, '0.')
    .replace(/^0+(?=\d)/, '')
}
