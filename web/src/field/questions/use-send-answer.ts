import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isUnauthorized } from '../../shared/api/api-error.ts'
import { errorMessage } from '../../shared/api/error-messages.ts'
import type { ChosenBill } from '../../shared/bills/use-bills.ts'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import type { DraftForm } from '../../shared/forms/use-draft-form.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import type { FieldUser } from '../../shared/session/field-session.ts'
import { signInAgain } from '../../shared/session/sign-in-again.ts'
import { toAttachedBills } from '../outbox/model/attached-bills.ts'
import { outboxOf } from '../outbox/model/outbox.ts'
import { showBookedEntryInLists } from '../outbox/ui/show-booked-entry-in-lists.ts'
import type { AskedQuestion } from '../store-filled-by-lazy-parts.ts'
import { attachAnswerBillsToEntry } from './attach-answer-bills-to-entry.ts'
import { words } from './screen-texts.ts'

export type AnswerFields = Record<'text', string>

const SEND_ANSWER_KEY = ['sendAnswer']

interface SendAnswerOptions {
  user: FieldUser
  question: AskedQuestion
  draft: DraftForm<AnswerFields>
  /** The entry that gets the bills as well. */
  entry: Transaction | undefined
  onSent(): void
}

/** Gives an answer to the outbox under the draft's key: the question gets it once, now or with the next network. */
export function useSendAnswer({ user, question, draft, entry, onSent }: SendAnswerOptions) {
  const t = useWords(words)
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  // An answer that was refused is sent again, and its bills are in the entry already.
  const attached = useRef(new Set<string>())
  const attach = (chosen: readonly ChosenBill[]) => {
    const added = chosen.filter(({ key }) => !attached.current.has(key))
    if (entry === undefined || added.length === 0) return
    for (const { key } of added) attached.current.add(key)
    void attachAnswerBillsToEntry(user, client, entry, added)
  }
  const mutation = useMutation({
    mutationKey: SEND_ANSWER_KEY,
    mutationFn: async ({ text, chosen, key }: { text: string; chosen: readonly ChosenBill[]; key: string }) => {
      const { bills, files } = toAttachedBills(user.account, chosen)
      const outcome = await outboxOf(user.account).enqueue({
        input: { kind: 'answer', question: question.id, asked: question.text, text, bills },
        key,
        files,
        onStored() {
          draft.handOverToOutbox()
          attach(chosen)
        },
      })
      // A phone that can store nothing has sent the answer at once.
      attach(chosen)
      return outcome
    },
    // The outbox retries.
    retry: false,
    onSuccess(outcome) {
      draft.discard()
      showToast({ tone: 'done', title: outcome.is === 'booked' ? t.sent : t.kept })
      if (outcome.is === 'booked') showBookedEntryInLists(client, outcome.booked)
      onSent()
    },
    onError(error) {
      // Without a session the answer waits in the outbox for its owner; where the phone cannot store it, it stays in
      // the form.
      if (isUnauthorized(error)) return signInAgain()
      draft.onRefused(error)
      const reason = errorMessage(error)
      setProblem(t.because(t.sendFailed, reason))
      showToast({ tone: 'problem', title: t.error, text: t.sendFailed, reason })
    },
  })
  return {
    sending: mutation.isPending,
    /** The text of the toast, for the dialog that shows it until the next try. */
    problem,
    send({ text }: AnswerFields, chosen: readonly ChosenBill[]) {
      if (client.isMutating({ mutationKey: SEND_ANSWER_KEY }) > 0) return
      setProblem(undefined)
      mutation.mutate({ text: text.trim(), chosen, key: draft.keyToSend() })
    },
  }
}
