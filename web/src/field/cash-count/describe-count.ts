import type { CashCount } from '@ledger/contracts/http/cash-counts/cash-count-schemas.ts'
import { isCashBelowZero } from '@ledger/contracts/is-cash-below-zero.ts'
import { isZero, rupees } from '../../shared/language/format-money-and-dates.ts'

interface CountTexts {
  same: string
  less(amount: string): string
  more(amount: string): string
  cannotSay: string
}

/** Returns what a count says beside the ledger, and whether it is one to look at. */
export function describeCount({ expected, difference }: Pick<CashCount, 'expected' | 'difference'>, t: CountTexts) {
  if (isCashBelowZero(expected)) return { differs: false, text: t.cannotSay }
  if (isZero(difference)) return { differs: false, text: t.same }
  const text = difference.startsWith('-') ? t.less(rupees(difference.slice(1))) : t.more(rupees(difference))
  return { differs: true, text }
}
