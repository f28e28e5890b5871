import type { OfficeUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { currentWords } from '../../shared/language/in-both-languages.ts'
import type { Language } from '../../shared/language/language-setting.ts'
import { personAndRole } from '../../shared/language/person-and-role.ts'
import { words } from './screen-texts.ts'

/** Returns the signed-in user's name and role, as the head of the dashboard and the menu show them. */
export function userAndRole(user: OfficeUser, language: Language): string {
  if (user.role === 'admin') return personAndRole(user, language)
  const t = currentWords(words)
  return `${user.name} · ${user.role === 'auditor' ? t.auditor : t.accountant}`
}
