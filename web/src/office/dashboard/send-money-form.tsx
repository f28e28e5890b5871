import { sendMoneyBody } from '@ledger/contracts/bodies.ts'
import { PAYMENT_MODES } from '@ledger/contracts/payment-modes.ts'
import type { OfficeUser, SiteUser } from '@ledger/contracts/shapes.ts'
import { LIMITS } from '@ledger/contracts/text.ts'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { BillsField } from '../../shared/bills/bills-field.tsx'
import { idsOf } from '../../shared/bills/use-bills.ts'
import { useFormBills } from '../../shared/bills/use-form-bills.ts'
import { Button } from '../../shared/design/button.tsx'
import { controlLook, Field } from '../../shared/design/field.tsx'
import { Select } from '../../shared/design/select.tsx'
import { AmountField } from '../../shared/entry/amount-field.tsx'
import { ConfirmMoney } from '../../shared/entry/confirm-money.tsx'
import { DayField } from '../../shared/entry/day-field.tsx'
import { ModeChoice } from '../../shared/entry/mode-choice.tsx'
import { NeedsNetwork } from '../../shared/entry/needs-network.tsx'
import { today, useToday } from '../../shared/entry/today.ts'
import { useDraftForm } from '../../shared/forms/use-draft-form.ts'
import { useRuleWords } from '../../shared/forms/use-rule-words.ts'
import { useSayFirst } from '../../shared/forms/use-say-first.ts'
import { rupees } from '../../shared/language/figures.ts'
import { useWords } from '../../shared/language/words.ts'
import { nameOf } from './name-of.ts'
import { blankSendMoney, type SendMoneyFields } from './send-money-fields.ts'
import { useSendMoney } from './use-send-money.ts'
import { words } from './words.ts'

export function SendMoneyForm({ admin, sites }: { admin: OfficeUser; sites: readonly SiteUser[] }) {
  const t = useWords(words)
  const inWords = useRuleWords()
  const draft = useDraftForm({
    form: 'send-money',
    owner: admin.id,
    schema: sendMoneyBody,
    blank: blankSendMoney(useToday()),
  })
  const sayFirst = useSayFirst(['siteInchargeId', 'amount', 'paymentMode', 'narration', 'date'])
  const [asked, setAsked] = useState<SendMoneyFields>()
  const { bills, problem, orSay } = useFormBills([], true)
  const { send, sending } = useSendMoney(draft, { onSettled: () => setAsked(undefined), onSent: bills.startOver })
  const { control, register, handleSubmit, formState } = draft.form
  const { errors } = formState
  const incharge = sites.find(({ id }) => id === asked?.siteInchargeId)
  return (
    <form noValidate className="grid gap-5" onSubmit={handleSubmit(orSay(setAsked), sayFirst)}>
      <NeedsNetwork>{t.needsNetwork}</NeedsNetwork>
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
        render={({ field }) => <AmountField label={t.amount} error={inWords(errors.amount?.message)} field={field} />}
      />
      <ModeChoice
        label={t.mode}
        modes={PAYMENT_MODES}
        registered={register('paymentMode')}
        error={inWords(errors.paymentMode?.message)}
      />
      <Field label={t.narration} hint={t.narrationHint} error={inWords(errors.narration?.message)}>
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
      <Controller
        control={control}
        name="date"
        render={({ field }) => (
          <DayField label={t.date} error={inWords(errors.date?.message)} max={today()} {...field} />
        )}
      />
      <BillsField bills={bills} error={problem} />
      <Button type="submit" className="min-h-14">
        <Send className="size-5" aria-hidden="true" />
        {t.send}
      </Button>
      {asked !== undefined && incharge !== undefined ? (
        <ConfirmMoney
          question={t.confirm(rupees(asked.amount), nameOf(incharge))}
          receiver={{
            label: t.incharge,
            text: [nameOf(incharge), incharge.siteName, incharge.mobile].filter(Boolean).join(', '),
          }}
          reason={{ label: t.narration, text: asked.narration }}
          mode={asked.paymentMode}
          day={asked.date}
          send={t.send}
          sending={t.sending}
          isSending={sending}
          onSend={() => send(asked, idsOf(bills), nameOf(incharge))}
          onCancel={() => setAsked(undefined)}
        />
      ) : null}
    </form>
  )
}
