import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../shared/api/api-error.ts'
import { sendMoney, showSent } from '../../shared/api/office.ts'
import { messageOr } from '../../shared/api/readers-words.ts'
import { showToast } from '../../shared/design/toast-store.ts'
import type { DraftForm } from '../../shared/forms/use-draft-form.ts'
import { rupees } from '../../shared/language/figures.ts'
import { useWords } from '../../shared/language/words.ts'
import type { SendMoneyFields } from './send-money-fields.ts'
import { words } from './words.ts'

const MUTATION = ['sendMoney']

interface Command {
  fields: SendMoneyFields
  bills: readonly string[]
  name: string
  idempotencyKey: string
}

interface Then {
  onSent(): void
  onSettled(): void
}

/** Sends under the draft's key: a payment confirmed twice is sent once. */
export function useSendMoney(draft: DraftForm<SendMoneyFields>, { onSent, onSettled }: Then) {
  const t = useWords(words)
  const client = useQueryClient()
  const mutation = useMutation({
    mutationKey: MUTATION,
    mutationFn: ({ fields, bills, idempotencyKey }: Command) =>
      sendMoney({ body: { ...fields, bills: [...bills] }, idempotencyKey }),
    onSuccess(sent, { name }) {
      draft.startOver()
      onSent()
      showToast({ tone: 'done', title: t.sent, text: t.sentText(rupees(sent.amount), name) })
      void showSent(client, sent)
    },
    onError(error) {
      draft.refused(error)
      const earlier = error instanceof ApiError && error.code === 'key_reused'
      showToast({
        tone: 'problem',
        title: t.sendFailed,
        text: earlier ? t.sentEarlier : messageOr(t.sendFailedText, error),
      })
    },
    onSettled,
  })
  return {
    sending: mutation.isPending,
    send(fields: SendMoneyFields, bills: readonly string[], name: string) {
      if (client.isMutating({ mutationKey: MUTATION }) === 0)
        mutation.mutate({ fields, bills, name, idempotencyKey: draft.keyToSend() })
    },
  }
}
