import type { Paise } from './money.ts'

/**
 * How a spreadsheet shows an amount: rupees in Indian grouping. A format can tell two limits apart and no more, so those for
 * amounts below zero are chosen by the amount: `positive;negative`, which every program reads alike.
 */
export function rupeeFormat(paise: Paise): string {
  if (paise >= 0) return `[>=10000000]${CRORE};[>=100000]${LAKH};${THOUSAND}`
  const form = paise <= -1_000_000_000 ? CRORE : paise <= -10_000_000 ? LAKH : THOUSAND
  return `${form};-${form}`
}
const CRORE = String.raw`"₹"##\,##\,##\,##0.00`
const LAKH = String.raw`"₹"##\,##\,##0.00`
const THOUSAND = '"₹"##,##0.00'
