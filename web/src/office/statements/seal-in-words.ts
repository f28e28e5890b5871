import type { Statement } from '@ledger/contracts/http/statements/statement-schemas.ts'
import { dateOfDayText } from '../../shared/language/format-money-and-dates.ts'
import type { Language } from '../../shared/language/language-setting.ts'
import { words } from './screen-texts.ts'

/** Returns how far the period of a statement is closed, in words. */
export function statementSealInWords(
  { sealed, sealState }: Pick<Statement, 'sealed' | 'sealState'>,
  language: Language,
): string {
  const t = words[language]
  if (sealed !== null) return t.sealed(dateOfDayText(sealed.upTo, language))
  return { open: t.notClosed, closed: t.closed, sealing: t.sealing, differs: t.differs, sealed: t.closed }[sealState]
}
