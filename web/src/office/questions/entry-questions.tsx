import type { Question } from '@ledger/contracts/http/questions/question-schemas.ts'
import type { CompanyTransaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { isUuid } from '@ledger/contracts/text/uuid.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MessageCircleQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { refetchOfficeLists } from '../../shared/api/office-queries.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { FailedState, SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { useDebouncedText } from '../../shared/forms/use-debounced-text.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { QuestionThread } from '../../shared/questions/question-thread.tsx'
import { questionWords } from '../../shared/questions/question-words.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { RefusalMessage } from '../controls/refusal-message.tsx'
import { hasUnsentText } from '../controls/use-unsent-text.ts'
import { AskForm } from './ask-form.tsx'
import { closeQuestion, questionsOnEntryQuery } from './question-queries.ts'
import { words } from './screen-texts.ts'

/** The questions on an entry, for the office: reads them, asks, closes, asks again. */
export function EntryQuestions({ row }: { row: CompanyTransaction }) {
  const t = useWords(words)
  const { questions: title } = useWords(questionWords)
  const [isAsking, setAsking] = useState(() => hasUnsentText('question', row.id))
  // The panel goes along while an arrow key is held, and asks for the entry at which the reader stops.
  const settled = useDebouncedText(row.id)
  const {
    data: questions,
    error,
    refetch,
  } = useQuery({ ...questionsOnEntryQuery(row.id), enabled: settled === row.id })
  return (
    <section aria-label={title} className="mt-4 grid gap-3 border-rule border-t pt-4">
      {questions !== undefined ? (
        questions.map((question) => (
          <QuestionThread key={question.id} question={question}>
            {question.state === 'closed' ? null : <CloseButton question={question} />}
          </QuestionThread>
        ))
      ) : error === null ? (
        <SkeletonBar className="h-6 w-48 max-w-full" />
      ) : (
        <FailedState message={errorMessage(error)} onRetry={() => void refetch()} />
      )}
      {row.deleted ? null : isUuid(row.userId) ? (
        // A deleted account has its inner id alone.
        <p className="text-ink-soft text-small">{t.ofDeleted(row.accountName)}</p>
      ) : isAsking ? (
        <AskForm row={row} onDone={() => setAsking(false)} />
      ) : (
        <Button kind="secondary" onClick={() => setAsking(true)} className="justify-self-start">
          <MessageCircleQuestionMark className="size-5 shrink-0" aria-hidden="true" />
          {questions === undefined || questions.length === 0 ? t.askSite : t.askAgain}
        </Button>
      )}
    </section>
  )
}

function CloseButton({ question }: { question: Question }) {
  const t = useWords(words)
  const client = useQueryClient()
  const key = useIdempotencyKey()
  const closing = useMutation({
    mutationFn: () => closeQuestion({ id: question.id, idempotencyKey: key.toSend() }),
    async onSuccess() {
      showToast({ tone: 'done', title: t.closed })
      await refetchOfficeLists(client)
    },
    onError: (error) => key.failed(error),
  })
  return (
    <div>
      <Button kind="quiet" className="-ml-3" disabled={closing.isPending} onClick={() => closing.mutate()}>
        {closing.isPending ? t.closing : t.close}
      </Button>
      <RefusalMessage error={closing.error} />
    </div>
  )
}
