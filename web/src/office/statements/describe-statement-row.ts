import type { StatementKind, StatementRow } from '@ledger/contracts/http/statements/statement-schemas.ts'
import { purposeLabel } from '@ledger/contracts/labels/generated-purposes.ts'
import { describeEntryPurpose } from '../../shared/entry/list/entry-description.ts'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import type { Language } from '../../shared/language/language-setting.ts'

/** Returns what a row is for, below its party: the account and the site where they differ from row to row, too. */
export function describeStatementRow(row: StatementRow, kind: StatementKind, language: Language): string {
  const isCarried = row.transactionId === null
  const purpose = isCarried ? purposeLabel(row.purpose, language) : describeEntryPurpose(row)
  return [...(isCarried ? [] : accountOf(row, kind)), purpose, row.reference ?? '']
    .filter((text) => text !== '')
    .join(DOT_SEPARATOR)
}

/** Returns the account and the site of a row, as far as the statement does not say them. */
const accountOf = ({ account, site }: StatementRow, kind: StatementKind): string[] =>
  ({ company: [account, site ?? ''], site: [account], beneficiary: [site ?? ''], account: [], head_office: [] })[kind]
