import { TRANSFER_MODES } from '@ledger/contracts/payment-modes.ts'
import type { Balance, Payee } from '@ledger/contracts/shapes.ts'
import { LIMITS } from '@ledger/contracts/text.ts'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { controlLook, Field } from '../../shared/design/field.tsx'
import { Select } from '../../shared/design/select.tsx'
import { AmountField } from '../../shared/entry/amount-field.tsx'
import { DayField } from '../../shared/entry/day-field.tsx'
import { ModeChoice } from '../../shared/entry/mode-choice.tsx'
import { today } from '../../shared/entry/today.ts'
import { useRuleWords } from '../../shared/forms/use-rule-words.ts'
import { rupees } from '../../shared/language/figures.ts'
import { useWords } from '../../shared/language/words.ts'
import { WithVoice } from '../../shared/voice/with-voice.tsx'
import { mobileOf, nameOf } from './payee.ts'
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
  const inWords = useRuleWords()
  const { control, register, formState, setValue } = form
  const { errors } = formState
  return (
    <fieldset disabled={disabled} className="grid gap-5">
      <Field label={t.supervisor} error={inWords(errors.toUserId?.message)}>
        {(parts) => (
          <Select {...parts} {...register('toUserId')}>
            <option value="">{t.pick}</option>
            <Group label={t.before} payees={supervisors.filter(({ lastTransfer }) => lastTransfer !== null)} />
            <Group label={t.others} payees={supervisors.filter(({ lastTransfer }) => lastTransfer === null)} />
          </Select>
        )}
      </Field>
      <Controller
        control={control}
        name="amount"
        render={({ field }) => (
          <AmountField
            label={t.amount}
            error={inWords(errors.amount?.message)}
            hint={balance && t.available(rupees(balance.currentBalance))}
            field={field}
            voice
          />
        )}
      />
      <ModeChoice
        label={t.mode}
        modes={TRANSFER_MODES}
        registered={register('paymentMode')}
        error={inWords(errors.paymentMode?.message)}
      />
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
      <Controller
        control={control}
        name="date"
        render={({ field }) => (
          <DayField label={t.date} error={inWords(errors.date?.message)} max={today()} {...field} />
        )}
      />
    </fieldset>
  )
}

/** A group of payees. The last four digits of the number distinguish those who share a name. */
function Group({ label, payees }: { label: string; payees: readonly Payee[] }) {
  if (payees.length === 0) return null
  return (
    <optgroup label={label}>
      {payees.map((payee) => (
        <option key={payee.id} value={payee.id}>
          {`${nameOf(payee)} · ${mobileOf(payee).slice(-4)}`}
        </option>
      ))}
    </optgroup>
  )
}
