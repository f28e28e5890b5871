import type { OfficeUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { linesAtHand } from '../../shared/export/file/buffered-lines.ts'
import type { SheetContent } from '../../shared/export/file/read-sheet-content.ts'
import { textColumn } from '../../shared/export/file/sheet-model.ts'
import type { Language } from '../../shared/language/language-setting.ts'
import { roleLabels } from '../../shared/language/role-labels.ts'
import { words } from './screen-texts.ts'

/** Returns the people of head office for paper. */
export function printedOfficeUsers(users: readonly OfficeUser[], language: Language): SheetContent {
  const t = words[language]
  return {
    sheet: {
      name: 'People of the Office',
      columns: [t.name, t.role, t.email].map((header) => textColumn(header, 30)),
    },
    lines: linesAtHand(users.map(({ name, role, email }) => [name, roleLabels[language][role], email])),
    ending: {},
  }
}
