import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../shared/api/api-error.ts'
import { messageOrFallback } from '../../shared/api/error-messages.ts'
import { sendMoney, showSentMoney } from '../../shared/api/office-queries.ts'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import type { DraftForm } from '../../shared/forms/use-draft-form.ts'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { words } from '../dashboard/screen-texts.ts'
import type { SendMoneyFields } from './send-money-fields.ts'

const SEND_MONEY_KEY = ['sendMoney']

interface SendMoneyCommand {
  fields: SendMoneyFields
  bills: readonly string[]
  name: string
  idempotencyKey: string
}

interface SendMoneyCallbacks {
  onSent(): void
  onSettled(): void
}

/** Sends under the draft's key: a payment confirmed twice is sent once. */
export function useSendMoney(draft: DraftForm<SendMoneyFields>, { onSent, onSettled }: SendMoneyCallbacks) {
  const t = useWords(words)
  const client = useQueryClient()
  const mutation = useMutation({
    mutationKey: SEND_MONEY_KEY,
    mutationFn: ({ fields, bills, idempotencyKey }: SendMoneyCommand) =>
      sendMoney({ body: { ...fields, bills: [...bills] }, idempotencyKey }),
    onSuccess(sent, { name }) {
      draft.startOver()
      onSent()
      showToast({ tone: 'done', title: t.sent, text: t.sentText(rupees(sent.amount), name) })
      void showSentMoney(client, sent)
    },
    onError(error) {
      draft.onRefused(error)
      const earlier = error instanceof ApiError && error.code === 'key_reused'
      showToast({
        tone: 'problem',
        title: t.sendFailed,
        text: earlier ? t.sentEarlier : messageOrFallback(t.sendFailedText, error),
      })
    },
    onSettled,
  })
  return {
    sending: mutation.isPending,
    send(fields: SendMoneyFields, bills: readonly string[], name: string) {
      if (client.isMutating({ mutationKey: SEND_MONEY_KEY }) === 0)
        mutation.mutate({ fields, bills, name, idempotencyKey: draft.keyToSend() })
    },
  }
}
