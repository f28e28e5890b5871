import { dayOf } from '@ledger/contracts/dates.ts'
import { entryBeforeAndAfter } from '@ledger/contracts/events/entry-before-and-after-event.ts'
import { billsOf, type LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { AuditEvent } from '@ledger/contracts/http/audit/event-and-history-schemas.ts'
import { billCells } from '@ledger/contracts/spreadsheets/bill-count-and-link-columns.ts'
import {
  billColumns,
  countColumn,
  dayColumn,
  instantColumn,
  moneyColumn,
  type Sheet,
  type SheetLine,
  textColumn,
} from '../../shared/export/file/sheet-model.ts'
import { inBothLanguages } from '../../shared/language/in-both-languages.ts'
import type { Language } from '../../shared/language/language-setting.ts'
import { roleLabels } from '../../shared/language/role-labels.ts'
import { eventSentence } from '../sentences/event-sentence.ts'
import { eventTypeLabels } from '../sentences/event-type-labels.ts'
import { parseAuditEvent } from '../sentences/parse-event.ts'

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
      countColumn(t.position, 10),
      instantColumn(t.recordedAt, 20),
      textColumn(t.type, 24),
      textColumn(t.details, 70),
      textColumn(t.account, 22),
      textColumn(t.site, 20),
      dayColumn(t.date, 16),
      moneyColumn(t.amount, 16),
      textColumn(t.by, 22),
      textColumn(t.role, 14),
      textColumn(t.from, 18),
      { ...textColumn(t.id, 38), onPaper: false },
      ...billColumns(language),
    ],
  }
}

/**
 * Returns an event as a line of the sheet: the sentence that the screen shows, and the event's content by columns.
 * @param origin the origin of the bills, such as `https://books.example`
 */
export function eventSheetLine(event: AuditEvent, language: Language, origin: string): SheetLine {
  const { position, recordedAt, type, actor, meta, eventId } = event
  const known = parseAuditEvent(event)
  const names: Readonly<Record<string, string>> = eventTypeLabels[language]
  const { before, after } = known === undefined ? {} : entryBeforeAndAfter(known)
  const entry = after ?? before
  const { name, site } = (known && accountConcerned(known)) ?? NO_ACCOUNT_CONCERNED
  return [
    ...[position, recordedAt, names[type] ?? type],
    ...[eventSentence(event, language), name, site],
    ...[entry === undefined ? null : dayOf(entry.date), entry?.paise ?? null],
    ...[actor.name, roleLabels[language][actor.role], typeof meta.ip === 'string' ? meta.ip : null, eventId],
    ...billCells(entry === undefined ? [] : billsOf(entry).map(({ id }) => id), origin),
  ]
}

interface ConcernedAccount {
  readonly name: string | null
  readonly site: string | null
}
const NO_ACCOUNT_CONCERNED: ConcernedAccount = { name: null, site: null }

/** Returns the person whom an event concerns, as the event names them. */
function accountConcerned(event: LedgerEvent): ConcernedAccount | undefined {
  const { before, after } = entryBeforeAndAfter(event)
  const entry = after ?? before
  if (entry !== undefined) return entry.account
  if (event.type === 'AccountOpened') return accountOfProfile(event.data.profile)
  if (event.type === 'AccountEdited') return accountOfProfile(event.data.after)
  return 'account' in event.data && typeof event.data.account === 'object'
    ? (event.data.account ?? undefined)
    : undefined
}

function accountOfProfile({ firstName, lastName, site }: { firstName: string; lastName: string; site: string | null }) {
  return { name: `${firstName} ${lastName}`.trim(), site }
}
