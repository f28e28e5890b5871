import type { Beneficiary } from '@ledger/contracts/http/beneficiaries/beneficiary-schemas.ts'
import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { purposesQuery } from '../../shared/api/field-queries.ts'
import { VoiceSentenceButton } from '../../shared/voice/voice-sentence-button.tsx'
import { EXPENSE_FIELD_ORDER, type ExpenseFields } from './expense-fields.ts'

interface Props {
  form: UseFormReturn<ExpenseFields>
  beneficiaries: readonly Beneficiary[]
  /** Takes back what the payee before had filled in. */
  onPayee(): void
}

/** Fills the form of an expense from one spoken sentence. */
export function SpeakExpense({ form, beneficiaries, onPayee }: Props) {
  const { data } = useQuery(purposesQuery)
  return (
    <VoiceSentenceButton
      beneficiaries={beneficiaries}
      purposes={data ?? []}
      onFields={(fields) => {
        const given: Partial<Record<string, string>> = fields
        if (given.recipient !== undefined && given.recipient !== form.getValues('recipient')) onPayee()
        for (const name of EXPENSE_FIELD_ORDER) {
          const value = given[name]
          if (value !== undefined)
            form.setValue(name, value as ExpenseFields[typeof name], { shouldDirty: true, shouldValidate: true })
        }
      }}
    />
  )
}
