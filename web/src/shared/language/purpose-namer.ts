import type { ListedPurpose } from '@ledger/contracts/purposes/company-purpose-list.ts'
import type { Language } from './language-setting.ts'

/**
 * Returns the name of a sum by purpose in the reader's language: the Hindi one of a listed purpose, and anything else
 * as it is. An answer has the English names of the list.
 */
export function purposeNamer(
  language: Language,
  purposes: readonly ListedPurpose[] | undefined,
): (name: string) => string {
  if (language === 'en' || purposes === undefined || purposes.length === 0) return (name) => name
  const hindi = new Map(purposes.map((purpose) => [purpose.name, purpose.hindi]))
  return (name) => hindi.get(name) || name
}
