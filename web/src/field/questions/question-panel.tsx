import type { OwnQuestion } from '@ledger/contracts/http/questions/question-schemas.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, MessageCircleQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../shared/design/controls/button.tsx'
import { otherParty } from '../../shared/entry/list/other-party.ts'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { countText, dateText, signedRupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { PendingMark } from '../outbox/ui/pending-mark.tsx'
import { usePendingEntries } from '../outbox/ui/use-pending-entries.ts'
import type { QuestionPanelProps } from '../store-filled-by-lazy-parts.ts'
import { openQuestionsQuery } from './question-queries.ts'
import { words } from './screen-texts.ts'

/** The questions that the dashboard shows at once; the others follow on request. */
const FIRST_SHOWN = 2

/** The open questions with their count, at the top of a dashboard. A question whose answer waits does not count. */
export function QuestionPanel({ onAnswer }: QuestionPanelProps) {
  const t = useWords(words)
  const [isAll, setAll] = useState(false)
  const { data: questions = [] } = useQuery({ ...openQuestionsQuery, enabled: false })
  const answers = usePendingEntries((state) => state.answers)
  const answerTo = (id: string) => answers.find(({ what }) => what.question === id)
  const unanswered = questions.filter(({ id }) => answerTo(id) === undefined).length
  return (
    <section className="overflow-hidden rounded-sheet border-2 border-ink bg-sheet">
      <h2 className="flex items-center gap-2 px-4 py-3 font-strong">
        <MessageCircleQuestionMark className="size-5 shrink-0" aria-hidden="true" />
        <span className="min-w-0 flex-1">{t.title}</span>
        {unanswered === 0 ? null : (
          <span
            data-testid="question-count"
            className="figures min-w-7 rounded-full bg-ink px-2 py-0.5 text-center font-heavy text-sheet text-small"
          >
            {countText(unanswered)}
          </span>
        )}
      </h2>
      <ul>
        {(isAll ? questions : questions.slice(0, FIRST_SHOWN)).map((question) => {
          const waiting = answerTo(question.id)
          return (
            <li key={question.id} className="relative border-rule border-t px-4 py-3">
              <button
                type="button"
                aria-haspopup="dialog"
                onClick={() => onAnswer(question)}
                className="flex min-h-11 w-full items-center gap-2 text-left after:absolute after:inset-0"
              >
                <span className="grid min-w-0 flex-1">
                  <span className="line-clamp-2 break-words font-strong">
                    {question.text}
                    {waiting ? <PendingMark kind="answer" isRefused={waiting.refused !== undefined} /> : null}
                  </span>
                  <span className="break-words text-ink-soft text-small">
                    <EntryAskedAbout entry={question.entry} />
                  </span>
                </span>
                <ChevronRight className="size-6 shrink-0" aria-hidden="true" />
              </button>
            </li>
          )
        })}
      </ul>
      {isAll || questions.length <= FIRST_SHOWN ? null : (
        <div className="border-rule border-t p-3">
          <Button kind="secondary" onClick={() => setAll(true)} className="w-full">
            {t.all(countText(questions.length))}
          </Button>
        </div>
      )}
    </section>
  )
}

/** The entry of a question in one line: the other party, the amount and the day. */
export function EntryAskedAbout({ entry }: { entry: OwnQuestion['entry'] }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  if (entry === null) return t.deletedEntry
  const { type, amount, date } = entry
  return (
    <>
      <span className="figures">{signedRupees(amount, type)}</span>
      {DOT_SEPARATOR}
      {otherParty(entry, t.headOffice)}
      {DOT_SEPARATOR}
      {dateText(date, language)}
    </>
  )
}
