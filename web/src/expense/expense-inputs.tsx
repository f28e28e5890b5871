import { PAYMENT_MODES } from '@ledger/contracts/payment-modes.ts'
import type { Beneficiary } from '@ledger/contracts/shapes.ts'
import { LIMITS } from '@ledger/contracts/text.ts'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { AmountInput, grouped } from '../design/amount-input.tsx'
import { Choice } from '../design/choice.tsx'
import { controlLook, Field } from '../design/field.tsx'
import { useRuleWords } from '../forms/use-rule-words.ts'
import { amountDigits } from '../language/figures.ts'
import { paymentModeWords } from '../language/payment-mode-words.ts'
import { useWords } from '../language/words.ts'
import { WithVoice } from '../voice/with-voice.tsx'
import type { ExpenseFields } from './expense-fields.ts'
import { RecipientField } from './recipient-field.tsx'
import { words } from './words.ts'

interface Props {
  form: UseFormReturn<ExpenseFields>
  beneficiaries: readonly Beneficiary[]
}

/** §2, the fields of an expense: on the screen that adds one and in the dialog that adds or changes one. */
export function ExpenseInputs({ form, beneficiaries }: Props) {
  const t = useWords(words)
  const modes = useWords(paymentModeWords)
  const inWords = useRuleWords()
  const { control, register, formState, setValue } = form
  const { errors } = formState
  const fill = (name: 'purpose' | 'narration') => (text: string) =>
    setValue(name, text, { shouldDirty: true, shouldValidate: true })
  return (
    <>
      <Controller
        control={control}
        name="amount"
        render={({ field }) => (
          <Field label={t.amount} error={inWords(errors.amount?.message)} hint={grouped(field.value)}>
            {(parts) => (
              <WithVoice field={t.amount} kind="amount" onHeard={field.onChange}>
                <AmountInput
                  {...parts}
                  {...field}
                  maxLength={12}
                  onChange={(event) => field.onChange(amountDigits(event.target.value))}
                />
              </WithVoice>
            )}
          </Field>
        )}
      />
      <Controller
        control={control}
        name="recipient"
        render={({ field }) => (
          <Field label={t.paidTo} error={inWords(errors.recipient?.message)}>
            {(parts) => (
              <RecipientField
                parts={parts}
                value={field.value}
                onChange={field.onChange}
                inputRef={field.ref}
                beneficiaries={beneficiaries}
                maxLength={LIMITS.recipient}
              />
            )}
          </Field>
        )}
      />
      <Field label={t.purpose} hint={t.purposeHint} error={inWords(errors.purpose?.message)}>
        {(parts) => (
          <WithVoice field={t.purpose} kind="text" onHeard={fill('purpose')}>
            <input
              {...parts}
              {...register('purpose')}
              autoComplete="off"
              maxLength={LIMITS.purpose}
              className={controlLook}
            />
          </WithVoice>
        )}
      </Field>
      <fieldset>
        <legend className="mb-1.5 font-strong">{t.mode}</legend>
        <div className="grid grid-cols-2 gap-2">
          {PAYMENT_MODES.map((mode) => (
            <Choice key={mode} value={mode} {...register('paymentMode')}>
              {modes[mode]}
            </Choice>
          ))}
        </div>
      </fieldset>
      <Field label={t.narration} hint={t.narrationHint} error={inWords(errors.narration?.message)}>
        {(parts) => (
          <WithVoice field={t.narration} kind="text" onHeard={fill('narration')} tall>
            <textarea
              {...parts}
              {...register('narration')}
              rows={3}
              maxLength={LIMITS.narration}
              className={`${controlLook} py-2.5`}
            />
          </WithVoice>
        )}
      </Field>
    </>
  )
}
