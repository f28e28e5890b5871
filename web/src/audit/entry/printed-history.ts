import type { TransactionHistory, TransactionRevision } from '@ledger/contracts/http/audit/event-and-history-schemas.ts'
import { printableLine } from '@ledger/contracts/text/escape-unprintable.ts'
import { linesAtHand, type OnRowsRead } from '../../shared/export/file/buffered-lines.ts'
import type { SheetContent } from '../../shared/export/file/read-sheet-content.ts'
import { type SheetLine, textColumn } from '../../shared/export/file/sheet-model.ts'
import { countText, dateText, timeText } from '../../shared/language/format-money-and-dates.ts'
import type { Language } from '../../shared/language/language-setting.ts'
import { personAndRole } from '../../shared/language/person-and-role.ts'
import { labelledBills } from '../sentences/entry-fields.ts'
import { eventTypeLabels } from '../sentences/event-type-labels.ts'
import { newestFirst, type QuestionRecord, revisionFields, revisionKind } from './revision-texts.ts'
import { words } from './screen-texts.ts'

/** Returns the history of an entry for paper, with what its cards say in words: a line for each field of a change. */
export function printedHistory(history: TransactionHistory, language: Language, onRead: OnRowsRead): SheetContent {
  const t = words[language]
  const lines = newestFirst(history).flatMap((one) =>
    'question' in one ? [questionLine(one, language)] : revisionLines(one, language),
  )
  onRead(lines.length)
  return {
    sheet: {
      name: 'History of an entry',
      columns: [t.when, t.change, t.by, t.field, t.before, t.after].map((header) => textColumn(header, 20)),
    },
    lines: linesAtHand(lines),
    ending: {},
  }
}

function revisionLines(revision: TransactionRevision, language: Language): SheetLine[] {
  const t = words[language]
  const { reason, review } = revision
  const change = [
    t.revision(countText(revision.revision)),
    revisionKind(revision, language),
    ...(reason === null ? [] : [`${t.reason}: ${printableLine(reason)}`]),
    ...(review === undefined ? [] : [t.nothingChanged]),
  ]
  const start = startOfLine(revision, change, language)
  const fields = review === undefined ? revisionFields(revision, language) : []
  if (fields.length === 0) return [[...start, null, null, null]]
  return fields.map(({ label, before, after }, index) => [
    // A change of several fields is named once.
    ...(index === 0 ? start : [null, null, null]),
    label,
    before,
    after,
  ])
}

function questionLine(record: QuestionRecord, language: Language): SheetLine {
  const names: Readonly<Record<string, string>> = eventTypeLabels[language]
  const change = [names[record.type] ?? record.type, ...(record.text === null ? [] : [record.text])]
  const [bills] = labelledBills(record.bills, language)
  return [...startOfLine(record, change, language), bills?.label ?? null, null, bills?.value ?? null]
}

/** Returns the time, the change and the person, each with what else is known of it. */
function startOfLine(
  { recordedAt, position, actor, meta: { enteredAt, ip, requestId } }: TransactionRevision | QuestionRecord,
  change: readonly string[],
  language: Language,
): string[] {
  const t = words[language]
  const time = (instant: string) => `${dateText(instant, language)}, ${timeText(instant)}`
  return [
    [
      time(recordedAt),
      `#${countText(position)}`,
      ...(typeof enteredAt === 'string' ? [`${t.entered}: ${time(enteredAt)}`] : []),
    ],
    change,
    [
      personAndRole(actor, language),
      ...(typeof ip === 'string' ? [`${t.address}: ${ip}`] : []),
      ...(typeof requestId === 'string' ? [`${t.request}: ${requestId}`] : []),
    ],
  ].map((texts) => texts.join('\n'))
}
