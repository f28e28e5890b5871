import { PAYMENT_MODES } from '@ledger/contracts/payment-modes.ts'
import type { Beneficiary } from '@ledger/contracts/shapes.ts'
import { LIMITS } from '@ledger/contracts/text.ts'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { controlLook, Field } from '../../shared/design/field.tsx'
import { AmountField } from '../../shared/entry/amount-field.tsx'
import { DayField } from '../../shared/entry/day-field.tsx'
import { ModeChoice } from '../../shared/entry/mode-choice.tsx'
import { today } from '../../shared/entry/today.ts'
import { useRuleWords } from '../../shared/forms/use-rule-words.ts'
import { useWords } from '../../shared/language/words.ts'
import { WithVoice } from '../../shared/voice/with-voice.tsx'
import type { ExpenseFields } from './expense-fields.ts'
import { RecipientField } from './recipient-field.tsx'
import { useLastTime } from './use-last-time.ts'
import { words } from './words.ts'

interface Props {
  form: UseFormReturn<ExpenseFields>
  beneficiaries: readonly Beneficiary[]
  /** True for a new entry: a chosen name then suggests the purpose of its last expense. */
  isFirst: boolean
}

/** §2, the fields of an expense: on the screen that adds one and in the dialog that adds or changes one. */
export function ExpenseInputs({ form, beneficiaries, isFirst }: Props) {
  const t = useWords(words)
  const inWords = useRuleWords()
  const { control, register, formState, setValue } = form
  const { errors } = formState
  const lastTime = useLastTime(form)
  const fill = (name: 'purpose' | 'narration') => (text: string) =>
    setValue(name, text, { shouldDirty: true, shouldValidate: true })
  return (
    <>
      <Controller
        control={control}
        name="amount"
        render={({ field }) => (
          <AmountField label={t.amount} error={inWords(errors.amount?.message)} field={field} voice />
        )}
      />
      <Controller
        control={control}
        name="recipient"
        render={({ field }) => (
          <RecipientField
            value={field.value}
            error={inWords(errors.recipient?.message)}
            beneficiaries={beneficiaries}
            note={lastTime.note}
            onChange={(name) => {
              field.onChange(name)
              lastTime.takeBack()
            }}
            onKnown={(name) => {
              if (isFirst) void lastTime.suggest(name)
            }}
            inputRef={field.ref}
          />
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
      <ModeChoice
        label={t.mode}
        modes={PAYMENT_MODES}
        registered={register('paymentMode')}
        error={inWords(errors.paymentMode?.message)}
      />
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
      <Controller
        control={control}
        name="date"
        render={({ field }) => (
          <DayField label={t.date} error={inWords(errors.date?.message)} max={today()} {...field} />
        )}
      />
    </>
  )
}
