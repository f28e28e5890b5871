import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { sendMoney, showSent } from '../api/office.ts'
import { messageOr } from '../api/readers-words.ts'
import { showToast } from '../design/toast-store.ts'
import type { DraftForm } from '../forms/use-draft-form.ts'
import { rupees } from '../language/figures.ts'
import { useWords } from '../language/words.ts'
import type { SendMoneyFields } from './send-money-form.tsx'
import { words } from './words.ts'

const MUTATION = ['sendMoney']

interface Command {
  fields: SendMoneyFields
  name: string
  idempotencyKey: string
}

/** Sends under the draft's key: confirmed twice, it is sent once. */
export function useSendMoney(draft: DraftForm<SendMoneyFields>, onSettled: () => void) {
  const t = useWords(words)
  const client = useQueryClient()
  const mutation = useMutation({
    mutationKey: MUTATION,
    mutationFn: ({ fields, idempotencyKey }: Command) => sendMoney({ body: fields, idempotencyKey }),
    onSuccess(sent, { name }) {
      draft.startOver()
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
    send(fields: SendMoneyFields, name: string) {
      if (client.isMutating({ mutationKey: MUTATION }) === 0)
        mutation.mutate({ fields, name, idempotencyKey: draft.keyToSend() })
    },
  }
}
