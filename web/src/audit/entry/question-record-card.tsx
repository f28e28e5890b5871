import { BillThumbnailRow } from '../../shared/bills/bill-thumbnail-row.tsx'
import { countText, dateText, timeText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { personAndRole } from '../../shared/language/person-and-role.ts'
import { eventTypeLabels } from '../sentences/event-type-labels.ts'
import type { QuestionRecord } from './revision-texts.ts'
import { words } from './screen-texts.ts'

/** A question, an answer or a closing, between the revisions of an entry: the words, the person and the time. */
export function QuestionRecordCard({ record }: { record: QuestionRecord }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const names: Readonly<Record<string, string>> = useWords(eventTypeLabels)
  const { type, text, bills, actor, recordedAt, position } = record
  return (
    <article className="grid gap-2 rounded-sheet border border-rule bg-sheet px-4 py-4 md:px-5">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-4 font-heavy">
        {names[type] ?? type}
        <span className="font-normal text-ink-soft text-small">
          {t.position} {countText(position)}
        </span>
      </h3>
      {text === null ? null : <p className="whitespace-pre-line break-words">{text}</p>}
      {bills.length === 0 ? null : <BillThumbnailRow bills={bills} />}
      <p className="text-ink-soft text-small">
        {personAndRole(actor, language)}, {dateText(recordedAt, language)}, {timeText(recordedAt)}
      </p>
    </article>
  )
}
