import type { Paise } from '../money.ts'

/**
 * Returns the number format with which a spreadsheet shows an amount: rupees in Indian grouping. A format distinguishes
 * at most two limits, so the amount itself selects the format below zero: `positive;negative`, which every program
 * reads in the same way.
 */
export function spreadsheetRupeeFormat(paise: Paise): string {
  if (paise >= 0) return `[>=10000000]${CRORE_FORMAT};[>=100000]${LAKH_FORMAT};${THOUSAND_FORMAT}`
  const form = paise <= -1_000_000_000 ? CRORE_FORMAT : paise <= -10_000_000 ? LAKH_FORMAT : THOUSAND_FORMAT
  return `${form};-${form}`
}
const CRORE_FORMAT = String.raw`"₹"##\,##\,##\,##0.00`
const LAKH_FORMAT = String.raw`"₹"##\,##\,##0.00`
const THOUSAND_FORMAT = '"₹"##,##0.00'
