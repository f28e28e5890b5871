import type { Actor } from '@ledger/contracts/events/event-schemas.ts'
import { printableLine } from '@ledger/contracts/text/escape-unprintable.ts'
import type { Language } from './language-setting.ts'
import { roleLabels } from './role-labels.ts'

/** Returns a person's name and role; the role alone where the name says no more, as that of the first admin. */
export function personAndRole({ name, role }: { name: string; role: string }, language: Language): string {
  const [english, title] = [roleTitle(role, 'en'), roleTitle(role, language)]
  return name === '' || name === english ? title : `${printableLine(name)}, ${title}`
}

function roleTitle(role: string, language: Language): string {
  const titles: Readonly<Record<string, string>> = roleLabels[language]
  return titles[role] ?? role
}

/**
 * Returns the same as the beginning of a sentence: in English commas set off a role behind a name, in Hindi the role
 * comes before it.
 */
export function personAsSubject(who: Pick<Actor, 'name' | 'role'>, language: Language): string {
  const text = personAndRole(who, language)
  if (!text.includes(',')) return text
  return language === 'hi' ? `${roleLabels.hi[who.role]} ${who.name}` : `${text},`
}
