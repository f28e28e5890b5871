import type { TransferPayee } from '@ledger/contracts/http/people/account-schemas.ts'
import { TRANSFER_MODES } from '@ledger/contracts/payment-modes.ts'
import { useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { TransferFields } from './transfer-fields.ts'

type Suggested = Pick<TransferFields, 'paymentMode' | 'narration'>
const NO_SUGGESTION: Suggested = { paymentMode: '', narration: '' }

/**
 * Returns a function that fills in mode and narration of the last transfer to a supervisor. A field that the user
 * filled stays; one that was filled in for another supervisor is filled anew.
 */
export function useLastTransferSuggestion(form: UseFormReturn<TransferFields>, payees: readonly TransferPayee[]) {
  const suggested = useRef(NO_SUGGESTION)
  return (id: string) => {
    const last = suggestionOf(payees.find((payee) => payee.id === id))
    for (const field of ['paymentMode', 'narration'] as const) {
      const now = form.getValues(field)
      if (now !== '' && now !== suggested.current[field]) continue
      form.setValue(field, last[field], { shouldDirty: true, shouldValidate: last[field] !== '' })
    }
    suggested.current = last
  }
}

function suggestionOf(payee: TransferPayee | undefined): Suggested {
  // An answer that the phone stored before this version has no last transfer.
  if (!payee?.lastSent) return NO_SUGGESTION
  const { paymentMode, narration } = payee.lastSent
  // The office may have changed the mode of a transfer to one that is not for transfers.
  return { paymentMode: TRANSFER_MODES.some((mode) => mode === paymentMode) ? paymentMode : '', narration }
}
