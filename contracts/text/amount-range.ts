import { MAX_TOTAL_PAISE, type Paise } from '../money.ts'

/** Amounts from one to another, both included. */
export interface AmountRange {
  readonly fromPaise: Paise
  readonly toPaise: Paise
}

/** Rupees as people write them: with commas in any grouping, and up to two decimals. No bill number begins with 0. */
const AMOUNT = String.raw`(?:0|[1-9]\d*(?:,\d{2,3})*)(?:\.\d{1,2})?`
const COMPARISON = new RegExp(`^(>=|<=|>|<)(${AMOUNT})$`)
const RANGE = new RegExp(`^(${AMOUNT})-(${AMOUNT})$`)

/**
 * Reads a word of a search that compares amounts: `>10000`, `<=500`, `12,000-13,000`, rupees in each.
 * @param word as `joinAmountRanges` and `foldForSearch` leave it
 * @returns undefined for any other word, also for two numbers that fall, such as 2025-26
 */
export function parseAmountRange(word: string): AmountRange | undefined {
  const [, sign, limit] = COMPARISON.exec(word) ?? []
  if (limit !== undefined) {
    const paise = toPaise(limit)
    if (sign === '>') return { fromPaise: paise + 1, toPaise: MAX_TOTAL_PAISE }
    if (sign === '>=') return { fromPaise: paise, toPaise: MAX_TOTAL_PAISE }
    return { fromPaise: 0, toPaise: sign === '<' ? paise - 1 : paise }
  }
  const [, from, to] = RANGE.exec(word) ?? []
  if (from === undefined || to === undefined) return undefined
  const range = { fromPaise: toPaise(from), toPaise: toPaise(to) }
  return range.fromPaise <= range.toPaise ? range : undefined
}

function toPaise(amount: string): Paise {
  const [rupees = '0', fraction = ''] = amount.replaceAll(',', '').split('.')
  return Math.min(Number(rupees) * 100 + Number(fraction.padEnd(2, '0')), MAX_TOTAL_PAISE)
}

const SPACED_COMPARISON = /(?<!\S)([<>]=?|[≥≤])\s*(?:₹|rs\.?)?\s*(?=\d)/giu
const SPACED_RANGE = /(?<!\S)(?:₹|rs\.?)?\s?(\d[\d,.]*)\s*[-–—]\s*(?:₹|rs\.?)?\s?(\d[\d,.]*)(?!\S)/giu

/** Writes each comparison and each range of a search as one word, without a rupee sign: `> ₹ 500`, `12 – 13`. */
export function joinAmountRanges(words: string): string {
  return words
    .replaceAll(SPACED_COMPARISON, (_, sign: string) => ({ '≥': '>=', '≤': '<=' })[sign] ?? sign)
    .replaceAll(SPACED_RANGE, (written, from: string, to: string) =>
      parseAmountRange(`${from}-${to}`) === undefined ? written : `${from}-${to}`,
    )
}
