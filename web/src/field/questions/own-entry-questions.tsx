import { useQuery } from '@tanstack/react-query'
import { Button } from '../../shared/design/controls/button.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { QuestionThread } from '../../shared/questions/question-thread.tsx'
import { questionWords } from '../../shared/questions/question-words.ts'
import { PendingMark } from '../outbox/ui/pending-mark.tsx'
import { usePendingEntries } from '../outbox/ui/use-pending-entries.ts'
import type { AskedQuestion } from '../store-filled-by-lazy-parts.ts'
import { openQuestionsQuery, ownQuestionsOnEntryQuery } from './question-queries.ts'
import { words } from './screen-texts.ts'

interface Props {
  /** The id of the row. */
  transaction: string
  onAnswer(question: AskedQuestion): void
}

/** The questions on an entry of the own account; without a network the open ones that the phone knows. */
export function OwnEntryQuestions({ transaction, onAnswer }: Props) {
  const t = useWords(words)
  const { questions: title } = useWords(questionWords)
  const { data } = useQuery(ownQuestionsOnEntryQuery(transaction))
  const { data: open } = useQuery({ ...openQuestionsQuery, enabled: false })
  const answers = usePendingEntries((state) => state.answers)
  const questions = data ?? open?.filter((one) => one.transactionId === transaction) ?? []
  if (questions.length === 0) return null
  return (
    <section aria-label={title} className="mt-4 grid gap-3 border-rule border-t pt-4">
      {questions.map((question) => {
        const waiting = answers.find(({ what }) => what.question === question.id)
        return (
          <QuestionThread key={question.id} question={question}>
            {waiting ? (
              <p className="whitespace-pre-line break-words border-edge border-l-4 pl-3">
                {waiting.what.text}
                <PendingMark kind="answer" isRefused={waiting.refused !== undefined} />
              </p>
            ) : null}
            {question.state === 'closed' ? null : (
              <Button kind="secondary" onClick={() => onAnswer(question)}>
                {t.answer}
              </Button>
            )}
          </QuestionThread>
        )
      })}
    </section>
  )
}
