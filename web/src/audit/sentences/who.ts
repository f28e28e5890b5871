import type { Actor } from '@ledger/contracts/events.ts'
import type { Language } from '../../language/language.ts'
import { roleWords } from './role-words.ts'

/** Somebody by name and role; by the role alone where the name says no more, as that of the first admin. */
export function whoText({ name, role }: Pick<Actor, 'name' | 'role'>, language: Language): string {
  const title = roleWords[language][role]
  return name === '' || name === roleWords.en[role] ? title : `${name}, ${title}`
}

/** The same as the beginning of a sentence: a role that stands behind a name is set off by commas. */
export function whoDid(who: Pick<Actor, 'name' | 'role'>, language: Language): string {
  const text = whoText(who, language)
  return text.includes(',') ? `${text},` : text
}
