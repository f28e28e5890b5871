import { ENTRY_FIELD_LABELS } from '@ledger/contracts/entry-text-fields.ts'
import type { Beneficiary } from '@ledger/contracts/http/beneficiaries/beneficiary-schemas.ts'
import type { Balance } from '@ledger/contracts/http/people/account-schemas.ts'
import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { PAYMENT_MODES } from '@ledger/contracts/payment-modes.ts'
import { type ReactNode, useId } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { useToday } from '../../shared/api/today.ts'
import { controlLook, FormField } from '../../shared/design/controls/form-field.tsx'
import { AmountField, type AmountPadControl } from '../../shared/entry/form/amount-field.tsx'
import { DayField } from '../../shared/entry/form/day-field.tsx'
import { DayShortcuts } from '../../shared/entry/form/day-shortcuts.tsx'
import { PaymentModeChoice } from '../../shared/entry/form/payment-mode-choice.tsx'
import { ReferenceField } from '../../shared/entry/form/reference-field.tsx'
import { useRuleTranslation } from '../../shared/forms/use-rule-translation.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { FieldWithVoice } from '../../shared/voice/field-with-voice.tsx'
import { NoVoiceNote } from '../../shared/voice/no-voice-note.tsx'
import type { ExpenseFields } from './expense-fields.ts'
import { FrequentPayeeChips } from './frequent-payee-chips.tsx'
import { NarrationChips } from './narration-chips.tsx'
import { NegativeBalanceWarning } from './negative-balance-warning.tsx'
import { PurposeSuggestions } from './purpose-suggestions.tsx'
import { RecipientField } from './recipient-field.tsx'
import { words } from './screen-texts.ts'
import { SpeakExpense } from './speak-expense.tsx'
import { useUsualFieldsSuggestion } from './use-usual-fields-suggestion.ts'

interface Props {
  form: UseFormReturn<ExpenseFields>
  beneficiaries: readonly Beneficiary[]
  /**
   * The entry that is changed. For a new one, undefined, payees are offered, and one that is chosen fills in what
   * usually goes with it.
   */
  row: Transaction | undefined
  /** The balance before the entry; undefined also once the entry is saved, because the balance then has it. */
  balance?: Balance | undefined
  pad?: AmountPadControl | undefined
  /** Stands between the payees and the fields with text. */
  bills: ReactNode
}

/** §2, the fields of an expense: on the screen that adds one and in the dialog that adds or changes one. */
export function ExpenseInputs({ form, beneficiaries, row, balance, pad, bills }: Props) {
  const isFirst = row === undefined
  const t = useWords(words)
  const labels = useWords(ENTRY_FIELD_LABELS)
  const inWords = useRuleTranslation()
  const { control, register, formState, setValue, watch } = form
  const { errors } = formState
  const purposes = useId()
  const usual = useUsualFieldsSuggestion(form)
  const day = useToday()
  // Cash has no number anywhere else.
  const asksReference = watch('paymentMode') !== 'cash' || watch('reference') !== ''
  const fill = (name: 'purpose' | 'narration') => (text: string) =>
    setValue(name, text, { shouldDirty: true, shouldValidate: true })
  return (
    <>
      <Controller
        control={control}
        name="amount"
        render={({ field }) => (
          <AmountField label={t.amount} error={inWords(errors.amount?.message)} field={field} voice pad={pad} />
        )}
      />
      <NegativeBalanceWarning balance={balance} amount={watch('amount')} row={row} />
      {isFirst ? (
        <FrequentPayeeChips
          payees={usual.payees}
          chosen={watch('recipient')}
          onChoose={({ name }) => {
            usual.takeBack()
            setValue('recipient', name, { shouldDirty: true, shouldValidate: formState.isSubmitted })
            void usual.suggest(name)
          }}
        />
      ) : null}
      {isFirst ? <SpeakExpense form={form} beneficiaries={beneficiaries} onPayee={usual.takeBack} /> : null}
      {bills}
      <Controller
        control={control}
        name="recipient"
        render={({ field }) => (
          <RecipientField
            value={field.value}
            error={inWords(errors.recipient?.message)}
            beneficiaries={beneficiaries}
            note={usual.note}
            onChange={(name) => {
              usual.takeBack()
              field.onChange(name)
            }}
            onKnown={(name) => {
              if (isFirst) void usual.suggest(name)
            }}
            inputRef={field.ref}
          />
        )}
      />
      <FormField label={labels.purpose} hint={t.purposeHint} error={inWords(errors.purpose?.message)}>
        {(parts) => (
          <FieldWithVoice field={labels.purpose} kind="text" onHeard={fill('purpose')}>
            <input {...parts} {...register('purpose')} list={purposes} autoComplete="off" className={controlLook} />
            <PurposeSuggestions id={purposes} />
          </FieldWithVoice>
        )}
      </FormField>
      <PaymentModeChoice
        label={labels.paymentMode}
        modes={PAYMENT_MODES}
        registered={register('paymentMode')}
        error={inWords(errors.paymentMode?.message)}
      />
      <FormField label={labels.narration} hint={t.narrationHint} error={inWords(errors.narration?.message)}>
        {(parts) => (
          <FieldWithVoice field={labels.narration} kind="text" onHeard={fill('narration')} tall>
            <textarea {...parts} {...register('narration')} rows={3} className={`${controlLook} py-2.5`} />
          </FieldWithVoice>
        )}
      </FormField>
      {isFirst ? (
        <NarrationChips
          label={t.usedBefore}
          narrations={usual.narrations}
          chosen={watch('narration')}
          onChoose={fill('narration')}
        />
      ) : null}
      {asksReference ? (
        <ReferenceField registered={register('reference')} error={inWords(errors.reference?.message)} />
      ) : null}
      <Controller
        control={control}
        name="date"
        render={({ field }) => (
          <div className="grid gap-2">
            <DayField label={t.date} error={inWords(errors.date?.message)} max={day} {...field} />
            <DayShortcuts today={day} chosen={field.value} onChoose={field.onChange} />
          </div>
        )}
      />
      <NoVoiceNote />
    </>
  )
}
