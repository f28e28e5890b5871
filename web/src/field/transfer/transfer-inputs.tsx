import type { Balance, TransferPayee } from '@ledger/contracts/http/people/account-schemas.ts'
import { TRANSFER_MODES } from '@ledger/contracts/payment-modes.ts'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { today } from '../../shared/api/today.ts'
import { controlLook, FormField } from '../../shared/design/controls/form-field.tsx'
import { Select } from '../../shared/design/controls/select.tsx'
import { AmountField } from '../../shared/entry/form/amount-field.tsx'
import { DayField } from '../../shared/entry/form/day-field.tsx'
import { PaymentModeChoice } from '../../shared/entry/form/payment-mode-choice.tsx'
import { ReferenceField } from '../../shared/entry/form/reference-field.tsx'
import { useRuleTranslation } from '../../shared/forms/use-rule-translation.ts'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { FieldWithVoice } from '../../shared/voice/field-with-voice.tsx'
import { NoVoiceNote } from '../../shared/voice/no-voice-note.tsx'
import { payeeMobile, payeeName } from './payee-name-and-mobile.ts'
import { words } from './screen-texts.ts'
import type { TransferFields } from './transfer-fields.ts'
import { TransferPayeeChips } from './transfer-payee-chips.tsx'
import { useLastTransferSuggestion } from './use-last-transfer-suggestion.ts'

interface Props {
  form: UseFormReturn<TransferFields>
  supervisors: readonly TransferPayee[]
  balance: Balance | undefined
  disabled: boolean
}

export function TransferInputs({ form, supervisors, balance, disabled }: Props) {
  const t = useWords(words)
  const inWords = useRuleTranslation()
  const { control, register, formState, setValue, watch } = form
  const { errors } = formState
  const suggest = useLastTransferSuggestion(form, supervisors)
  const before = supervisors.filter(({ lastTransfer }) => lastTransfer !== null)
  return (
    <fieldset disabled={disabled} className="grid gap-5">
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
      <TransferPayeeChips
        payees={before}
        chosen={watch('toUserId')}
        onChoose={(id) => {
          setValue('toUserId', id, { shouldDirty: true, shouldValidate: true })
          suggest(id)
        }}
      />
      <FormField label={t.supervisor} error={inWords(errors.toUserId?.message)}>
        {(parts) => (
          <Select {...parts} {...register('toUserId', { onChange: ({ target }) => suggest(target.value) })}>
            <option value="">{t.pick}</option>
            <PayeeGroup label={t.before} payees={before} />
            <PayeeGroup label={t.others} payees={supervisors.filter(({ lastTransfer }) => lastTransfer === null)} />
          </Select>
        )}
      </FormField>
      <PaymentModeChoice
        label={t.mode}
        modes={TRANSFER_MODES}
        registered={register('paymentMode')}
        error={inWords(errors.paymentMode?.message)}
      />
      <FormField label={t.narration} hint={t.narrationHint} error={inWords(errors.narration?.message)}>
        {(parts) => (
          <FieldWithVoice
            field={t.narration}
            kind="text"
            onHeard={(text) => setValue('narration', text, { shouldDirty: true, shouldValidate: true })}
          >
            <input {...parts} {...register('narration')} autoComplete="off" className={controlLook} />
          </FieldWithVoice>
        )}
      </FormField>
      <ReferenceField registered={register('reference')} error={inWords(errors.reference?.message)} />
      <Controller
        control={control}
        name="date"
        render={({ field }) => (
          <DayField label={t.date} error={inWords(errors.date?.message)} max={today()} {...field} />
        )}
      />
      <NoVoiceNote />
    </fieldset>
  )
}

/** A group of payees. The last four digits of the number distinguish those who share a name. */
function PayeeGroup({ label, payees }: { label: string; payees: readonly TransferPayee[] }) {
  if (payees.length === 0) return null
  return (
    <optgroup label={label}>
      {payees.map((payee) => (
        <option key={payee.id} value={payee.id}>
          {`${payeeName(payee)} · ${payeeMobile(payee).slice(-4)}`}
        </option>
      ))}
    </optgroup>
  )
}
