import type { Transaction } from '@ledger/contracts/shapes.ts'
import { isWrittenPurpose } from '@ledger/contracts/shown-words.ts'
import { BETWEEN } from '../language/between.ts'

/**
 * Returns the reason of an entry in one line. A purpose that the ledger wrote itself is left out, because it only
 * repeats the badge or "Head Office".
 */
export function whatFor({ purpose, narration }: Pick<Transaction, 'purpose' | 'narration'>): string {
  return [isWrittenPurpose(purpose) ? '' : purpose, narration].filter((text) => text !== '').join(BETWEEN)
}
