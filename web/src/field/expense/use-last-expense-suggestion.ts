import { DEFAULT_EXPENSE_MODE } from '@ledger/contracts/payment-modes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { lastExpenseQuery } from '../../shared/api/own-transaction-queries.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { paymentModeLabels } from '../../shared/language/payment-mode-labels.ts'
import type { ExpenseFields } from './expense-fields.ts'
import { words } from './screen-texts.ts'

type SuggestedFields = Partial<Pick<ExpenseFields, 'purpose' | 'paymentMode'>>
const NO_SUGGESTION: SuggestedFields = {}

/**
 * Fills in purpose and mode of a name's last expense where the user has chosen none yet, and removes them with the
 * name.
 */
export function useLastExpenseSuggestion(form: UseFormReturn<ExpenseFields>) {
  const t = useWords(words)
  const modes = useWords(paymentModeLabels)
  const client = useQueryClient()
  const [suggested, setSuggested] = useState(NO_SUGGESTION)
  const asked = useRef('')
  // Read while rendering, because react-hook-form does not track it otherwise.
  const { dirtyFields, touchedFields } = form.formState
  const isModeChosen = useRef(false)
  isModeChosen.current = dirtyFields.paymentMode === true || touchedFields.paymentMode === true

  const takeBack = () => {
    asked.current = ''
    const { purpose, paymentMode } = form.getValues()
    if (suggested.purpose !== undefined && purpose === suggested.purpose) form.setValue('purpose', '')
    if (suggested.paymentMode !== undefined && paymentMode === suggested.paymentMode && !isModeChosen.current)
      form.setValue('paymentMode', DEFAULT_EXPENSE_MODE)
    setSuggested(NO_SUGGESTION)
  }
  const suggest = async (name: string) => {
    asked.current = name
    // A failed look-up, as without a network, is no fault: there is no suggestion then.
    const last = await client.fetchQuery(lastExpenseQuery(name)).catch(() => undefined)
    if (!last || asked.current !== name) return
    const { purpose, paymentMode } = form.getValues()
    const given: SuggestedFields = {
      ...(purpose === '' ? { purpose: last.purpose } : {}),
      ...(paymentMode === DEFAULT_EXPENSE_MODE && !isModeChosen.current ? { paymentMode: last.paymentMode } : {}),
    }
    if (given.purpose !== undefined)
      form.setValue('purpose', given.purpose, { shouldValidate: form.formState.isSubmitted })
    if (given.paymentMode !== undefined) form.setValue('paymentMode', given.paymentMode)
    setSuggested(given)
  }
  const { purpose, paymentMode } = form.watch()
  const parts = [
    suggested.purpose !== undefined && suggested.purpose === purpose ? purpose : [],
    suggested.paymentMode !== undefined && suggested.paymentMode === paymentMode ? modes[paymentMode] : [],
  ].flat()
  return { suggest, takeBack, note: parts.length === 0 ? undefined : t.asLastTime(parts.join(' · ')) }
}
