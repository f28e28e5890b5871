import { dayOf } from '@ledger/contracts/dates.ts'
import type { EntryFieldName } from '@ledger/contracts/entry-text-fields.ts'
import type { CompanyTransaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { PAYMENT_MODES } from '@ledger/contracts/payment-modes.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { refetchOfficeLists } from '../../shared/api/office-queries.ts'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { words } from '../../shared/entry/form/screen-texts.ts'
import type { DraftForm } from '../../shared/forms/use-draft-form.ts'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { editCredit } from '../api/transaction-queries.ts'

export type CreditFields = Record<'amount' | 'recipient' | EntryFieldName | 'date' | 'reason', string>

interface EditCreditCommand {
  fields: CreditFields
  /** Undefined leaves them as they are. */
  bills: readonly string[] | undefined
}

const EDIT_CREDIT_KEY = ['editCredit']

/** Edits a credit if it still has the opened revision (412 otherwise), under the draft's key. */
export function useEditCredit(row: CompanyTransaction, draft: DraftForm<CreditFields>, onSaved: () => void) {
  const t = useWords(words)
  const client = useQueryClient()
  const [changed, setChanged] = useState(false)
  const mutation = useMutation({
    mutationKey: EDIT_CREDIT_KEY,
    mutationFn: ({ fields: { date, paymentMode, ...fields }, bills }: EditCreditCommand) => {
      const mode = PAYMENT_MODES.find((one) => one === paymentMode)
      if (mode === undefined) throw new Error('The form was checked with the contract, which knows no other mode')
      // An untouched day keeps the hour and minute that the row has.
      const moved = date === dayOf(row.date) ? {} : { date }
      return editCredit({
        id: row.id,
        body: { type: 'credit', ...fields, paymentMode: mode, ...moved, ...(bills && { bills: [...bills] }) },
        idempotencyKey: draft.keyToSend(),
        ifRevision: row.revision,
      })
    },
    onSuccess({ balance: _, ...now }) {
      draft.discard()
      showToast({ tone: 'done', title: t.updated, text: `${rupees(now.amount)} · ${row.accountName}` })
      onSaved()
      void refetchOfficeLists(client, now)
    },
    onError(error) {
      draft.onRefused(error)
      const code = error instanceof ApiError ? error.code : undefined
      if (code === 'revision_changed') return setChanged(true)
      const reason = code === 'key_reused' ? t.earlier : errorMessage(error)
      showToast({ tone: 'problem', title: t.error, text: t.updateFailed, reason })
    },
  })
  return {
    saving: mutation.isPending,
    refused: mutation.error,
    /** True where another user has changed the entry meanwhile. */
    changed,
    save(fields: CreditFields, bills: readonly string[] | undefined) {
      if (client.isMutating({ mutationKey: EDIT_CREDIT_KEY }) === 0) mutation.mutate({ fields, bills })
    },
  }
}
