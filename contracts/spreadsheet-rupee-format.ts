import type { Paise } from './money.ts'

/**
 * How a spreadsheet shows an amount: rupees in Indian grouping. A format can tell two limits apart and no more, so those for
 * amounts below zero are chosen by the amount: `positive;negative`, which every program reads alike.
 */
export function spreadsheetRupeeFormat(paise: Paise): string {
  if (paise >= 0) return `[>=10000000]${CRORE_FORMAT};[>=100000]${LAKH_FORMAT};${THOUSAND_FORMAT}`
  const form = paise <= -1_000_000_000 ? CRORE_FORMAT : paise <= -10_000_000 ? LAKH_FORMAT : THOUSAND_FORMAT
  return `${form};-${form}`
}
const CRORE_FORMAT = String.raw`"₹"##\,##\,##\,##0.00`
const LAKH_FORMAT = String.raw`"₹"##\,##\,##0.00`
const THOUSAND_FORMAT = '"₹"##,##0.00'
