import { dayOf } from '@ledger/contracts/dates.ts'
import { TRANSFER_MODES } from '@ledger/contracts/payment-modes.ts'
import type { Balance, Payee } from '@ledger/contracts/shapes.ts'
import { LIMITS } from '@ledger/contracts/text.ts'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { AmountInput, grouped } from '../design/amount-input.tsx'
import { Choice } from '../design/choice.tsx'
import { controlLook, Field, FieldError } from '../design/field.tsx'
import { Select } from '../design/select.tsx'
import { useRuleWords } from '../forms/use-rule-words.ts'
import { amountDigits, rupees } from '../language/figures.ts'
import { paymentModeWords } from '../language/payment-mode-words.ts'
import { useWords } from '../language/words.ts'
import { WithVoice } from '../voice/with-voice.tsx'
import type { TransferFields } from './transfer-fields.ts'
import { words } from './words.ts'

interface Props {
  form: UseFormReturn<TransferFields>
  supervisors: readonly Payee[]
  balance: Balance | undefined
  disabled: boolean
}

export function TransferInputs({ form, supervisors, balance, disabled }: Props) {
  const t = useWords(words)
  const modes = useWords(paymentModeWords)
  const inWords = useRuleWords()
  const { control, register, formState, setValue } = form
  const { errors } = formState
  return (
    <fieldset disabled={disabled} className="grid gap-5">
      <Field label={t.supervisor} error={inWords(errors.toUserId?.message)}>
        {(parts) => (
          <Select {...parts} {...register('toUserId')}>
            <option value="">{t.pick}</option>
            {supervisors.map(({ id, firstName, lastName }) => (
              <option key={id} value={id}>
                {`${firstName} ${lastName}`.trim()}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Controller
        control={control}
        name="amount"
        render={({ field }) => (
          <Field
            label={t.amount}
            error={inWords(errors.amount?.message)}
            hint={
              grouped(field.value) ?? (balance === undefined ? undefined : t.available(rupees(balance.currentBalance)))
            }
          >
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
      <fieldset>
        <legend className="mb-1.5 font-strong">{t.mode}</legend>
        <div className="grid grid-cols-2 gap-2">
          {TRANSFER_MODES.map((mode) => (
            <Choice key={mode} value={mode} {...register('paymentMode')} className="gap-2! px-2.5!">
              {modes[mode]}
            </Choice>
          ))}
        </div>
        <FieldError id="transfer-mode-error" error={inWords(errors.paymentMode?.message)} />
      </fieldset>
      <Field label={t.narration} hint={t.narrationHint} error={inWords(errors.narration?.message)}>
        {(parts) => (
          <WithVoice
            field={t.narration}
            kind="text"
            onHeard={(text) => setValue('narration', text, { shouldDirty: true, shouldValidate: true })}
          >
            <input
              {...parts}
              {...register('narration')}
              autoComplete="off"
              maxLength={LIMITS.narration}
              className={controlLook}
            />
          </WithVoice>
        )}
      </Field>
      <Field label={t.date} error={inWords(errors.date?.message)}>
        {(parts) => (
          <input
            {...parts}
            {...register('date')}
            type="date"
            max={dayOf(new Date().toISOString())}
            className={controlLook}
          />
        )}
      </Field>
    </fieldset>
  )
}
