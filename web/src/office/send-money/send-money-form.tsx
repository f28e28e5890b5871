import { sendMoneyBody } from '@ledger/contracts/http/entry-requests.ts'
import type { OfficeUser, SiteUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { formatAmount, parseAmount, sumOfAmounts } from '@ledger/contracts/money.ts'
import { PAYMENT_MODES } from '@ledger/contracts/payment-modes.ts'
import { Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Controller } from 'react-hook-form'
import { today, useToday } from '../../shared/api/today.ts'
import { BillsField } from '../../shared/bills/bills-field.tsx'
import { uploadedBillIds } from '../../shared/bills/use-bills.ts'
import { useBillsReadyToSend } from '../../shared/bills/use-bills-ready-to-send.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { controlLook, FormField } from '../../shared/design/controls/form-field.tsx'
import { Select } from '../../shared/design/controls/select.tsx'
import { useIsDesk } from '../../shared/design/use-is-desk.ts'
import { AmountField } from '../../shared/entry/form/amount-field.tsx'
import { ConfirmMoneyDialog } from '../../shared/entry/form/confirm-money-dialog.tsx'
import { NeedsNetworkNotice } from '../../shared/entry/form/needs-network-notice.tsx'
import { PaymentModeChoice } from '../../shared/entry/form/payment-mode-choice.tsx'
import { ReferenceField } from '../../shared/entry/form/reference-field.tsx'
import { useDraftForm } from '../../shared/forms/use-draft-form.ts'
import { useFirstErrorToast } from '../../shared/forms/use-first-error-toast.ts'
import { useRuleTranslation } from '../../shared/forms/use-rule-translation.ts'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { DayFormField } from '../../shared/period/day-form-field.tsx'
import { words } from '../dashboard/screen-texts.ts'
import { personFullName } from '../people/person-and-site-names.ts'
import { blankSendMoney, type SendMoneyFields } from './send-money-fields.ts'
import { useSendMoney } from './use-send-money-mutation.ts'

interface Props {
  admin: OfficeUser
  sites: readonly SiteUser[]
  /** The receiver, where it is chosen already: the form then asks for none, and has a draft of its own. */
  to?: SiteUser
  onSent?(): void
}

/** The form of §2, Send Money to Site Incharge. */
export function SendMoneyForm({ admin, sites, to, onSent }: Props) {
  const t = useWords(words)
  const inWords = useRuleTranslation()
  const draft = useDraftForm({
    form: to === undefined ? 'send-money' : `send-money ${to.id}`,
    owner: admin.id,
    schema: sendMoneyBody,
    blank: { ...blankSendMoney(useToday()), siteInchargeId: to?.id ?? '' },
  })
  const sayFirst = useFirstErrorToast(['siteInchargeId', 'amount', 'paymentMode', 'narration', 'reference', 'date'])
  const [asked, setAsked] = useState<SendMoneyFields>()
  const { bills, problem, orSay } = useBillsReadyToSend([], true)
  const { send, sending } = useSendMoney(draft, {
    onSettled: () => setAsked(undefined),
    onSent() {
      bills.startOver()
      onSent?.()
    },
  })
  useFocusOnSend(to !== undefined && asked !== undefined)
  const { control, register, handleSubmit, formState, setFocus } = draft.form
  // In the panel of a desk one types the amount at once. On a phone the keyboard would cover the form.
  const isAmountFirst = useIsDesk() && to !== undefined
  useEffect(() => {
    if (isAmountFirst) setFocus('amount')
  }, [isAmountFirst, setFocus])
  const { errors } = formState
  const incharge = sites.find(({ id }) => id === asked?.siteInchargeId)
  const [chosenId, amount] = draft.form.watch(['siteInchargeId', 'amount'])
  const chosen = sites.find(({ id }) => id === chosenId)
  return (
    <form noValidate className="grid gap-5" onSubmit={handleSubmit(orSay(setAsked), sayFirst)}>
      <NeedsNetworkNotice>{t.needsNetwork}</NeedsNetworkNotice>
      {to === undefined ? (
        <FormField label={t.incharge} error={inWords(errors.siteInchargeId?.message)}>
          {(parts) => (
            <Select {...parts} {...register('siteInchargeId')}>
              <option value="">{t.pick}</option>
              {sites
                .filter(({ status }) => status === 'active')
                .map((site) => (
                  <option key={site.id} value={site.id}>
                    {site.siteName === null ? personFullName(site) : `${personFullName(site)}, ${site.siteName}`}
                  </option>
                ))}
            </Select>
          )}
        </FormField>
      ) : null}
      <Controller
        control={control}
        name="amount"
        render={({ field }) => <AmountField label={t.amount} error={inWords(errors.amount?.message)} field={field} />}
      />
      <BalanceAfter site={chosen} amount={amount} />
      <PaymentModeChoice
        label={t.mode}
        modes={PAYMENT_MODES}
        registered={register('paymentMode')}
        error={inWords(errors.paymentMode?.message)}
      />
      <FormField label={t.narration} hint={t.narrationHint} error={inWords(errors.narration?.message)}>
        {(parts) => <input {...parts} {...register('narration')} autoComplete="off" className={controlLook} />}
      </FormField>
      <ReferenceField registered={register('reference')} error={inWords(errors.reference?.message)} />
      <Controller
        control={control}
        name="date"
        render={({ field }) => (
          <DayFormField label={t.date} error={inWords(errors.date?.message)} max={today()} {...field} />
        )}
      />
      <BillsField bills={bills} error={problem} />
      <Button type="submit" className="min-h-14">
        <Send className="size-5" aria-hidden="true" />
        {t.send}
      </Button>
      {asked !== undefined && incharge !== undefined ? (
        <ConfirmMoneyDialog
          question={t.confirm(rupees(asked.amount), personFullName(incharge))}
          receiver={{
            label: t.incharge,
            text: [personFullName(incharge), incharge.siteName, incharge.mobile].filter(Boolean).join(', '),
          }}
          reason={{ label: t.narration, text: asked.narration }}
          reference={asked.reference}
          mode={asked.paymentMode}
          day={asked.date}
          send={t.send}
          sending={t.sending}
          isSending={sending}
          onSend={() => send(asked, uploadedBillIds(bills), personFullName(incharge))}
          onCancel={() => setAsked(undefined)}
        />
      ) : null}
    </form>
  )
}

/**
 * Where the keyboard goes on, gives the focus to the last button of the confirmation, which sends: Enter sends after
 * it, and a key that is still held from the form does not.
 */
function useFocusOnSend(isAsking: boolean): void {
  useEffect(() => {
    if (!isAsking) return
    // A toast that the dialog has dismissed is still in it for a moment.
    const buttons = document.querySelectorAll<HTMLButtonElement>('dialog[open] button:not(.toasts button)')
    buttons[buttons.length - 1]?.focus()
    const ignoreHeld = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && event.repeat) event.preventDefault()
    }
    document.addEventListener('keydown', ignoreHeld, { capture: true })
    return () => document.removeEventListener('keydown', ignoreHeld, { capture: true })
  }, [isAsking])
}

/** The receiver's balance, and the balance that sending would make of it. Its line is there before it says anything. */
function BalanceAfter({ site, amount }: { site: SiteUser | undefined; amount: string }) {
  const t = useWords(words)
  const paise = parseAmount(amount)
  const before = site?.siteBalance.currentBalance
  return (
    <p aria-live="polite" className="-mt-3 min-h-5 text-ink-soft text-small">
      {before === undefined ? null : paise === undefined ? (
        <span className="figures">{t.balanceNow(rupees(before))}</span>
      ) : (
        <span className="figures">
          {t.balanceAfter(rupees(before), rupees(sumOfAmounts([before, formatAmount(paise)])))}
        </span>
      )}
    </p>
  )
}
