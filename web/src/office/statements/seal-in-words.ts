import type { Statement } from '@ledger/contracts/http/statements/statement-schemas.ts'
import { type SealOfBook, sealInWords } from '@ledger/contracts/labels/seal-labels.ts'
import { dateOfDayText } from '../../shared/language/format-money-and-dates.ts'
import type { Language } from '../../shared/language/language-setting.ts'

/** Returns how far the period of a statement is closed, in words. */
export function statementSealInWords(
  { sealed, sealState }: Pick<Statement, 'sealed' | 'sealState'>,
  language: Language,
): string {
  const seal: SealOfBook =
    sealed === null ? { state: sealState === 'sealed' ? 'closed' : sealState } : { state: 'sealed', ...sealed }
  return sealInWords(seal, language, (day) => dateOfDayText(day, language))
}
