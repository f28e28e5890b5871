import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { isGeneratedPurpose } from '@ledger/contracts/labels/generated-purposes.ts'
import { DOT_SEPARATOR } from '../../language/dot-separator.ts'

/**
 * Returns the reason of an entry in one line. A purpose that the ledger wrote itself is left out, because it only
 * repeats the badge or "Head Office".
 */
export function describeEntryPurpose({ purpose, narration }: Pick<Transaction, 'purpose' | 'narration'>): string {
  return [isGeneratedPurpose(purpose) ? '' : purpose, narration].filter((text) => text !== '').join(DOT_SEPARATOR)
}
