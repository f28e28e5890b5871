import { sendMoneyBody } from '@ledger/contracts/bodies.ts'
import { DEFAULT_SEND_MONEY_MODE, PAYMENT_MODES, type PaymentMode } from '@ledger/contracts/payment-modes.ts'
import type { OfficeUser, SiteUser } from '@ledger/contracts/shapes.ts'
import { LIMITS } from '@ledger/contracts/text.ts'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { AmountInput, grouped } from '../design/amount-input.tsx'
import { Button } from '../design/button.tsx'
import { Choice } from '../design/choice.tsx'
import { controlLook, Field } from '../design/field.tsx'
import { Select } from '../design/select.tsx'
import { useDraftForm } from '../forms/use-draft-form.ts'
import { useRuleWords } from '../forms/use-rule-words.ts'
import { amountDigits } from '../language/figures.ts'
import { paymentModeWords } from '../language/payment-mode-words.ts'
import { useWords } from '../language/words.ts'
import { ConfirmSend } from './confirm-send.tsx'
import { nameOf } from './name-of.ts'
import { useSendMoney } from './use-send-money.ts'
import { words } from './words.ts'

export type SendMoneyFields = { siteInchargeId: string; amount: string; paymentMode: PaymentMode; narration: string }

const BLANK: SendMoneyFields = {
  siteInchargeId: '',
  amount: '',
  paymentMode: DEFAULT_SEND_MONEY_MODE,
  narration: '',
}

export function SendMoneyForm({ admin, sites }: { admin: OfficeUser; sites: readonly SiteUser[] }) {
  const t = useWords(words)
  const modes = useWords(paymentModeWords)
  const inWords = useRuleWords()
  const draft = useDraftForm({ form: 'send-money', owner: admin.id, schema: sendMoneyBody, blank: BLANK })
  const [asked, setAsked] = useState<SendMoneyFields>()
  const { send, sending } = useSendMoney(draft, () => setAsked(undefined))
  const { control, register, handleSubmit, formState } = draft.form
  const { errors } = formState
  const incharge = sites.find(({ id }) => id === asked?.siteInchargeId)
  return (
    <form noValidate className="grid gap-5" onSubmit={handleSubmit(setAsked)}>
      <Field label={t.incharge} error={inWords(errors.siteInchargeId?.message)}>
        {(parts) => (
          <Select {...parts} {...register('siteInchargeId')}>
            <option value="">{t.pick}</option>
            {sites.map((site) => (
              <option key={site.id} value={site.id}>
                {site.siteName === null ? nameOf(site) : `${nameOf(site)}, ${site.siteName}`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Controller
        control={control}
        name="amount"
        render={({ field }) => (
          <Field label={t.amount} error={inWords(errors.amount?.message)} hint={grouped(field.value)}>
            {(parts) => (
              <AmountInput
                {...parts}
                {...field}
                maxLength={12}
                onChange={(event) => field.onChange(amountDigits(event.target.value))}
              />
            )}
          </Field>
        )}
      />
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
      <Field label={t.purpose} hint={t.purposeHint} error={inWords(errors.narration?.message)}>
        {(parts) => (
          <input
            {...parts}
            {...register('narration')}
            autoComplete="off"
            maxLength={LIMITS.narration}
            className={controlLook}
          />
        )}
      </Field>
      <Button type="submit" className="min-h-14">
        <Send className="size-5" aria-hidden="true" />
        {t.send}
      </Button>
      {asked !== undefined && incharge !== undefined ? (
        <ConfirmSend
          asked={asked}
          name={nameOf(incharge)}
          sending={sending}
          onSend={() => send(asked, nameOf(incharge))}
          onCancel={() => setAsked(undefined)}
        />
      ) : null}
    </form>
  )
}
