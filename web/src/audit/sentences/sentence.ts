import type { AuditEvent } from '@ledger/contracts/audit.ts'
import { printable } from '@ledger/contracts/printable.ts'
import type { Language } from '../../shared/language/language.ts'
import { inEnglish } from './english.ts'
import { inHindi } from './hindi.ts'
import { readEvent } from './read-event.ts'

/** Returns the event as a sentence in the reader's language; the bare type where this app is older than the event. */
export function sentenceOf(event: AuditEvent, language: Language): string {
  const known = readEvent(event)
  if (known === undefined) return event.type
  return printable(language === 'en' ? inEnglish(known) : inHindi(known))
}
