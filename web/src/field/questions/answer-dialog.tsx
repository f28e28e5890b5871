import { answerBody } from '@ledger/contracts/http/questions/question-schemas.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { BillsField } from '../../shared/bills/bills-field.tsx'
import { useBillsReadyToSend } from '../../shared/bills/use-bills-ready-to-send.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { controlLook, FormField, FormFieldError } from '../../shared/design/controls/form-field.tsx'
import { Dialog } from '../../shared/design/dialog/dialog.tsx'
import { useDiscardQuestion } from '../../shared/forms/use-discard-question.tsx'
import { useDraftForm } from '../../shared/forms/use-draft-form.ts'
import { useRuleTranslation } from '../../shared/forms/use-rule-translation.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { QuestionThread } from '../../shared/questions/question-thread.tsx'
import type { FieldUser } from '../../shared/session/field-session.ts'
import { useDraftBills } from '../expense/use-draft-bills.ts'
import type { OpenedBills } from '../outbox/model/attached-bills.ts'
import type { AnswerEntry } from '../outbox/model/outbox-entry.ts'
import { fileLostError } from '../outbox/model/read-stored-file.ts'
import { StorageWarning } from '../outbox/ui/storage-warning.tsx'
import type { AskedQuestion } from '../store-filled-by-lazy-parts.ts'
import { hasRoomFor, useEntryToAttachTo } from './attach-answer-bills-to-entry.ts'
import { EntryAskedAbout } from './question-panel.tsx'
import { openQuestionsQuery } from './question-queries.ts'
import { words } from './screen-texts.ts'
import { type AnswerFields, useSendAnswer } from './use-send-answer.ts'

interface Props {
  user: FieldUser
  question: AskedQuestion
  /** The answer that waits on this phone; this one takes its place. */
  waiting: AnswerEntry | undefined
  /** The bills of the waiting answer. */
  opened: OpenedBills
  onClose(): void
}

/** Answers a question of head office with words, and with bills where wanted. */
export function AnswerDialog({ user, question, waiting, opened, onClose }: Props) {
  const t = useWords(words)
  const inWords = useRuleTranslation()
  const { data: open } = useQuery({ ...openQuestionsQuery, enabled: false })
  const known = open?.find(({ id }) => id === question.id)
  const draft = useDraftForm<AnswerFields>({
    form: `answer:${question.id}`,
    owner: user.account,
    schema: answerBody,
    blank: { text: waiting?.what.text ?? '' },
  })
  const { bills, problem: billProblem, orSay } = useBillsReadyToSend(opened.chosen, false)
  useDraftBills({ user, draft, bills, known: [] })
  const entry = useEntryToAttachTo(known?.entry && !known.entry.isClosed ? known.transactionId : undefined)
  const [isWanted, setWanted] = useState(true)
  const isOffered = entry !== undefined && bills.chosen.length > 0 && hasRoomFor(entry, bills.chosen.length)
  const { send, sending, problem } = useSendAnswer({
    ...{ user, question, draft, entry: isOffered && isWanted ? entry : undefined },
    onSent: onClose,
  })
  const lost = opened.isLost && !bills.isChanged ? errorMessage(fileLostError()) : undefined
  const { register, handleSubmit, formState } = draft.form
  const discard = () => {
    draft.discard()
    onClose()
  }
  const { leave, question: sure } = useDiscardQuestion(draft.isEdited || bills.isChanged, discard)
  const unlessSending = (close: () => void) => () => (sending ? undefined : close())
  return (
    <Dialog title={t.answerTitle} onClose={unlessSending(leave)} onBack={unlessSending(onClose)}>
      <StorageWarning />
      {known === undefined ? (
        <p className="whitespace-pre-line break-words font-strong">{question.text}</p>
      ) : (
        <>
          <p className="mb-2 break-words">
            <EntryAskedAbout entry={known.entry} />
          </p>
          <QuestionThread question={known} />
        </>
      )}
      <form noValidate onSubmit={handleSubmit(orSay((fields) => send(fields, bills.chosen)))} className="mt-4">
        <fieldset disabled={sending} className="grid gap-6">
          <FormField label={t.yourAnswer} error={inWords(formState.errors.text?.message)}>
            {(parts) => <textarea {...parts} {...register('text')} rows={3} className={`${controlLook} py-2.5`} />}
          </FormField>
          <BillsField bills={bills} error={billProblem ?? lost} />
          {isOffered ? (
            <label className="-mt-3 flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                checked={isWanted}
                onChange={({ target }) => setWanted(target.checked)}
                className="size-5 shrink-0 accent-ink"
              />
              {t.alsoToEntry}
            </label>
          ) : null}
        </fieldset>
        <div className="-mx-5 -mb-5 tiny:-mx-3 tiny:-mb-3 tiny:px-3 sticky tiny:static bottom-0 mt-6 grid grid-cols-[1fr_2fr] tiny:grid-cols-1 items-center gap-3 border-rule border-t bg-sheet px-5 py-3 pb-[max(12px,env(safe-area-inset-bottom))]">
          <div role="alert" className="col-span-full empty:hidden">
            <FormFieldError id="answer-problem" error={problem} />
          </div>
          {sure ?? (
            <>
              <Button kind="secondary" disabled={sending} onClick={leave} className="min-h-14">
                {t.cancel}
              </Button>
              <Button type="submit" disabled={sending} className="min-h-14">
                {sending ? t.sending : t.send}
              </Button>
            </>
          )}
        </div>
      </form>
    </Dialog>
  )
}
