import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { TRANSFER_MODES } from '@ledger/contracts/payment-modes.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, isUnauthorized } from '../../shared/api/api-error.ts'
import { messageOrFallback } from '../../shared/api/error-messages.ts'
import { showOwnChange, transfer } from '../../shared/api/own-transaction-queries.ts'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import type { DraftForm } from '../../shared/forms/use-draft-form.ts'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { signInAgain } from '../../shared/session/sign-in-again.ts'
import { words } from './screen-texts.ts'
import type { TransferFields } from './transfer-fields.ts'

const TRANSFER_KEY = ['transfer']

/**
 * Transfers under the draft's key: the money moves once, even if the transfer is confirmed twice or again after a
 * reload.
 * @param onDone called with the giver's row and the public id of the receiver
 */
export function useTransfer(
  draft: DraftForm<TransferFields>,
  { onDone, onSettled }: { onDone(row: Transaction, toUserId: string): void; onSettled(): void },
) {
  const t = useWords(words)
  const client = useQueryClient()
  const mutation = useMutation({
    mutationKey: TRANSFER_KEY,
    mutationFn: ({ fields, idempotencyKey }: { fields: TransferFields; idempotencyKey: string }) => {
      const paymentMode = TRANSFER_MODES.find((mode) => mode === fields.paymentMode)
      if (paymentMode === undefined)
        throw new Error('The form was checked with the contract, which knows no other mode')
      return transfer({ body: { ...fields, paymentMode }, idempotencyKey })
    },
    onSuccess({ balance, ...row }, { fields }) {
      onDone(row, fields.toUserId)
      draft.startOver()
      showToast({ tone: 'done', title: t.done, text: t.doneText, reason: t.sentTo(rupees(row.amount), row.recipient) })
      void showOwnChange(client, row, balance)
    },
    onError(error) {
      draft.onRefused(error)
      if (isUnauthorized(error)) return signInAgain()
      const earlier = error instanceof ApiError && error.code === 'key_reused'
      const text = earlier ? t.earlier : messageOrFallback(t.failedText, error)
      showToast({ tone: 'problem', title: t.failed, text })
    },
    onSettled,
  })
  return {
    sending: mutation.isPending,
    send(fields: TransferFields) {
      if (client.isMutating({ mutationKey: TRANSFER_KEY }) === 0)
        mutation.mutate({ fields, idempotencyKey: draft.keyToSend() })
    },
  }
}
