import type { AuditEvent } from '@ledger/contracts/audit.ts'
import { billCells } from '@ledger/contracts/bill-files.ts'
import { dayOf } from '@ledger/contracts/dates.ts'
import { billsOf, entriesOf, type LedgerEvent } from '@ledger/contracts/events.ts'
import { billColumns, count, day, type Line, money, type Sheet, text } from '../../shared/export/sheet.ts'
import { dateText, timeText } from '../../shared/language/figures.ts'
import type { Language } from '../../shared/language/language.ts'
import { roleWords } from '../../shared/language/role-words.ts'
import { inBothLanguages } from '../../shared/language/words.ts'
import { eventTypeWords } from '../sentences/event-type-words.ts'
import { readEvent } from '../sentences/read-event.ts'
import { sentenceOf } from '../sentences/sentence.ts'

const words = inBothLanguages(
  {
    sheet: 'Events',
    position: 'Position',
    recordedAt: 'Recorded at (IST)',
    type: 'What happened',
    details: 'Details',
    account: 'Whose account',
    site: 'Site',
    date: 'Date of the entry',
    amount: 'Amount',
    by: 'Done by',
    role: 'Role',
    from: 'IP address',
    id: 'Event id',
  },
  {
    sheet: 'गतिविधियाँ',
    position: 'क्रमांक',
    recordedAt: 'कब दर्ज हुआ (IST)',
    type: 'क्या हुआ',
    details: 'ब्योरा',
    account: 'किसका खाता',
    site: 'साइट',
    date: 'एंट्री की तारीख',
    amount: 'राशि',
    by: 'किसने किया',
    role: 'पद',
    from: 'IP पता',
    id: 'गतिविधि की ID',
  },
)

/** Returns the sheet of events, in the reader's language. */
export function eventSheet(language: Language): Sheet {
  const t = words[language]
  return {
    name: t.sheet,
    columns: [
      count(t.position, 10),
      text(t.recordedAt, 24),
      text(t.type, 24),
      text(t.details, 70),
      text(t.account, 22),
      text(t.site, 20),
      day(t.date, 16),
      money(t.amount, 16),
      text(t.by, 22),
      text(t.role, 14),
      text(t.from, 18),
      text(t.id, 38),
      ...billColumns(language),
    ],
  }
}

/**
 * Returns an event as a line of the sheet: the sentence that the screen shows, and the event's content by columns.
 * @param origin the origin of the bills, such as `https://books.example`
 */
export function eventLine(event: AuditEvent, language: Language, origin: string): Line {
  const { position, recordedAt, type, actor, meta, eventId } = event
  const known = readEvent(event)
  const names: Readonly<Record<string, string>> = eventTypeWords[language]
  const { before, after } = known === undefined ? {} : entriesOf(known)
  const entry = after ?? before
  const { name, site } = (known && concerned(known)) ?? NOBODY
  return [
    ...[position, `${dateText(recordedAt, language)}, ${timeText(recordedAt)}`, names[type] ?? type],
    ...[sentenceOf(event, language), name, site],
    ...[entry === undefined ? null : dayOf(entry.date), entry?.paise ?? null],
    ...[actor.name, roleWords[language][actor.role], typeof meta.ip === 'string' ? meta.ip : null, eventId],
    ...billCells(entry === undefined ? [] : billsOf(entry).map(({ id }) => id), origin),
  ]
}

interface Concerned {
  readonly name: string | null
  readonly site: string | null
}
const NOBODY: Concerned = { name: null, site: null }

/** Returns the person whom an event concerns, as the event names them. */
function concerned(event: LedgerEvent): Concerned | undefined {
  const { before, after } = entriesOf(event)
  const entry = after ?? before
  if (entry !== undefined) return entry.account
  if (event.type === 'AccountOpened') return profiled(event.data.profile)
  if (event.type === 'AccountEdited') return profiled(event.data.after)
  return 'account' in event.data && typeof event.data.account === 'object'
    ? (event.data.account ?? undefined)
    : undefined
}

function profiled({ firstName, lastName, site }: { firstName: string; lastName: string; site: string | null }) {
  return { name: `${firstName} ${lastName}`.trim(), site }
}
