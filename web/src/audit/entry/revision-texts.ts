import type { TransactionHistory, TransactionRevision } from '@ledger/contracts/http/audit/event-and-history-schemas.ts'
import { REVIEW_LABELS } from '@ledger/contracts/labels/edit-log-labels.ts'
import type { Language } from '../../shared/language/language-setting.ts'
import { changedEntryFields, labelledEntryFields } from '../sentences/entry-fields.ts'
import { parseEntryJson } from '../sentences/parse-event.ts'
import { words } from './screen-texts.ts'

export type QuestionRecord = TransactionHistory['questions'][number]

/** Returns the revisions and questions of an entry in one list, the newest first. */
export function newestFirst({
  revisions,
  questions,
}: TransactionHistory): readonly (TransactionRevision | QuestionRecord)[] {
  return [...revisions, ...questions].toSorted((a, b) => b.position - a.position)
}

/** Returns the kind of a revision in words. */
export function revisionKind({ review, before, after }: TransactionRevision, language: Language): string {
  const t = words[language]
  if (review !== undefined) return REVIEW_LABELS[language][review]
  if (before === null) return t.recorded
  return after === null ? t.removed : t.edited
}

/** Returns the changed fields, each with both values; all fields of a creation or a deletion, with "" for no value. */
export function revisionFields(revision: TransactionRevision, language: Language) {
  const [before, after] = [parseEntryJson(revision.before), parseEntryJson(revision.after)]
  if (before !== undefined && after !== undefined) return changedEntryFields(before, after, language)
  return [
    ...(before === undefined ? [] : labelledEntryFields(before, language)).map(({ label, value }) => ({
      label,
      before: value,
      after: '',
    })),
    ...(after === undefined ? [] : labelledEntryFields(after, language)).map(({ label, value }) => ({
      label,
      before: '',
      after: value,
    })),
  ]
}
