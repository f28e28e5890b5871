import type { AuditEvent } from '@ledger/contracts/http/audit/event-and-history-schemas.ts'
import { printableLine } from '@ledger/contracts/text/escape-unprintable.ts'
import type { Language } from '../../shared/language/language-setting.ts'
import { eventInEnglish } from './event-sentence-english.ts'
import { eventInHindi } from './event-sentence-hindi.ts'
import { parseAuditEvent } from './parse-event.ts'

/** Returns the event as a sentence in the reader's language; the bare type where this app is older than the event. */
export function eventSentence(event: AuditEvent, language: Language): string {
  const known = parseAuditEvent(event)
  if (known === undefined) return event.type
  return printableLine(language === 'en' ? eventInEnglish(known) : eventInHindi(known))
}
