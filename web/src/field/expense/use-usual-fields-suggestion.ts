import { DEFAULT_EXPENSE_MODE } from '@ledger/contracts/payment-modes.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { frequentPayeesQuery } from '../../shared/api/field-queries.ts'
import { lastExpenseQuery } from '../../shared/api/own-transaction-queries.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { paymentModeLabels } from '../../shared/language/payment-mode-labels.ts'
import type { ExpenseFields } from './expense-fields.ts'
import { words } from './screen-texts.ts'
import {
  type UsualFields,
  type UsualOfPayee,
  usualFieldsOf,
  usualFieldsOfLastExpense,
} from './usual-fields-of-payee.ts'

interface Suggestion {
  readonly payee: string
  /** The fields that were filled in. */
  readonly filled: UsualFields
  /** Narrations to choose from. */
  readonly narrations: readonly string[]
}
const NO_SUGGESTION: Suggestion = { payee: '', filled: {}, narrations: [] }

/**
 * Fills in purpose, mode and narration as usual for a payee where the user has chosen none yet, and removes them with
 * the name.
 */
export function useUsualFieldsSuggestion(form: UseFormReturn<ExpenseFields>) {
  const t = useWords(words)
  const modes = useWords(paymentModeLabels)
  const client = useQueryClient()
  const { data: payees = [] } = useQuery(frequentPayeesQuery)
  const [{ payee, filled, narrations }, setSuggestion] = useState(NO_SUGGESTION)
  const asked = useRef('')
  // Read while rendering, because react-hook-form does not track it otherwise.
  const { dirtyFields, touchedFields } = form.formState
  const isModeChosen = useRef(false)
  isModeChosen.current = dirtyFields.paymentMode === true || touchedFields.paymentMode === true

  const forget = () => {
    asked.current = ''
    setSuggestion(NO_SUGGESTION)
  }
  /** Called before the name changes. */
  const takeBack = () => {
    const { recipient: before, purpose, paymentMode, narration } = form.getValues()
    const given = payee === '' ? filledBeforeReload(before) : filled
    if (given.purpose !== undefined && purpose === given.purpose) form.setValue('purpose', '')
    if (given.narration !== undefined && narration === given.narration) form.setValue('narration', '')
    if (given.paymentMode !== undefined && paymentMode === given.paymentMode && !isModeChosen.current)
      form.setValue('paymentMode', DEFAULT_EXPENSE_MODE)
    forget()
  }
  /** A draft that is opened again has the fields, and not which of them were filled in. */
  const filledBeforeReload = (name: string): UsualFields => {
    const frequent = payees.find((one) => one.name === name)
    if (frequent === undefined) return {}
    const { purpose, narration, ...rest } = usualFieldsOf(frequent).fields
    return {
      ...rest,
      ...(purpose === undefined || dirtyFields.purpose ? {} : { purpose }),
      ...(narration === undefined || dirtyFields.narration ? {} : { narration }),
    }
  }
  const fill = (name: string, { fields: usual, narrations: offered }: UsualOfPayee) => {
    const { purpose, paymentMode, narration } = form.getValues()
    const given: UsualFields = {
      ...(purpose === '' && usual.purpose !== undefined ? { purpose: usual.purpose } : {}),
      ...(narration === '' && usual.narration !== undefined ? { narration: usual.narration } : {}),
      ...(paymentMode === DEFAULT_EXPENSE_MODE && !isModeChosen.current && usual.paymentMode !== undefined
        ? { paymentMode: usual.paymentMode }
        : {}),
    }
    const shouldValidate = form.formState.isSubmitted
    if (given.purpose !== undefined) form.setValue('purpose', given.purpose, { shouldValidate })
    if (given.narration !== undefined) form.setValue('narration', given.narration, { shouldValidate })
    if (given.paymentMode !== undefined) form.setValue('paymentMode', given.paymentMode)
    setSuggestion({ payee: name, filled: given, narrations: offered })
  }
  const suggest = async (name: string) => {
    asked.current = name
    const frequent = payees.find((payee) => payee.name === name)
    if (frequent !== undefined) return fill(name, usualFieldsOf(frequent))
    // A failed look-up, as without a network, is no fault: there is no suggestion then.
    const last = await client.fetchQuery(lastExpenseQuery(name)).catch(() => undefined)
    if (last && asked.current === name && form.getValues('recipient') === name)
      fill(name, usualFieldsOfLastExpense(last))
  }
  const { recipient, purpose, paymentMode, narration } = form.watch()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form that was emptied for the next expense begins anew
  useEffect(() => {
    if (recipient === '') forget()
  }, [recipient])
  const parts = [
    filled.purpose !== undefined && filled.purpose === purpose ? purpose : [],
    filled.narration !== undefined && filled.narration === narration ? narration : [],
    filled.paymentMode !== undefined && filled.paymentMode === paymentMode ? modes[paymentMode] : [],
  ].flat()
  return {
    payees,
    narrations: recipient === payee ? narrations : [],
    suggest,
    takeBack,
    note: parts.length === 0 ? undefined : t.asUsual(parts.join(' · ')),
  }
}
