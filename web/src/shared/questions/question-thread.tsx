import type { Question } from '@ledger/contracts/http/questions/question-schemas.ts'
import type { ReactNode } from 'react'
import { BillThumbnailRow } from '../bills/bill-thumbnail-row.tsx'
import { DOT_SEPARATOR } from '../language/dot-separator.ts'
import { dateText, timeText } from '../language/format-money-and-dates.ts'
import { useWords } from '../language/in-both-languages.ts'
import { useLanguage } from '../language/language-setting.ts'
import { personAndRole } from '../language/person-and-role.ts'
import { questionStates, questionWords } from './question-words.ts'

interface Props {
  question: Question
  /** The actions on the question. */
  children?: ReactNode
}

/** A question on an entry with its answers, the oldest first. */
export function QuestionThread({ question, children }: Props) {
  const t = useWords(questionWords)
  const states = useWords(questionStates)
  const { state, text, askedAt, askedBy, answers } = question
  return (
    <article className="grid gap-3 rounded-brick border border-rule p-3">
      <div>
        <p className={`text-small ${state === 'open' ? 'font-strong' : 'text-ink-soft'}`}>{states[state]}</p>
        <Saying text={text} at={askedAt} by={askedBy} isStrong />
      </div>
      {answers.map((answer) => (
        <div key={answer.at} className="border-edge border-l-4 pl-3">
          <Saying {...answer} />
          {answer.bills.length === 0 ? null : (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset has borders and a legend that no grid lays out
            <div role="group" aria-label={t.bills}>
              <BillThumbnailRow bills={answer.bills} />
            </div>
          )}
        </div>
      ))}
      {children}
    </article>
  )
}

type SayingProps = Pick<Question['answers'][number], 'text' | 'at' | 'by'> & { isStrong?: boolean }

function Saying({ text, at, by, isStrong = false }: SayingProps) {
  const language = useLanguage((state) => state.language)
  return (
    <div className="min-w-0">
      <p className={`whitespace-pre-line break-words ${isStrong ? 'font-strong' : ''}`}>{text}</p>
      <p className="break-words text-ink-soft text-small">
        {personAndRole(by, language)}
        {DOT_SEPARATOR}
        {dateText(at, language)}, {timeText(at)}
      </p>
    </div>
  )
}
