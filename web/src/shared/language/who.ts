import type { Actor } from '@ledger/contracts/events.ts'
import { printable } from '@ledger/contracts/printable.ts'
import type { Language } from './language.ts'
import { roleWords } from './role-words.ts'

/** Returns a person's name and role; the role alone where the name says no more, as that of the first admin. */
export function whoText({ name, role }: { name: string; role: string }, language: Language): string {
  const [english, title] = [titleOf(role, 'en'), titleOf(role, language)]
  return name === '' || name === english ? title : `${printable(name)}, ${title}`
}

function titleOf(role: string, language: Language): string {
  const titles: Readonly<Record<string, string>> = roleWords[language]
  return titles[role] ?? role
}

/**
 * Returns the same as the beginning of a sentence: in English commas set off a role behind a name, in Hindi the role
 * comes before it.
 */
export function whoDid(who: Pick<Actor, 'name' | 'role'>, language: Language): string {
  const text = whoText(who, language)
  if (!text.includes(',')) return text
  return language === 'hi' ? `${roleWords.hi[who.role]} ${who.name}` : `${text},`
}
