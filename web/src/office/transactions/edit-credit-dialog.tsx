import { dayOf } from '@ledger/contracts/dates.ts'
import { ENTRY_FIELD_NAMES, mapEntryTextFields } from '@ledger/contracts/entry-text-fields.ts'
import { editCreditForm } from '@ledger/contracts/http/entry-requests.ts'
import type { OfficeUser } from '@ledger/contracts/http/people/account-schemas.ts'
import type { CompanyTransaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { isGeneratedPurpose } from '@ledger/contracts/labels/generated-purposes.ts'
import { PAYMENT_MODES, TRANSFER_MODES } from '@ledger/contracts/payment-modes.ts'
import { Controller } from 'react-hook-form'
import { today } from '../../shared/api/today.ts'
import { BillsField } from '../../shared/bills/bills-field.tsx'
import { toChosenBills, uploadedBillIds } from '../../shared/bills/use-bills.ts'
import { useBillsReadyToSend } from '../../shared/bills/use-bills-ready-to-send.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { controlLook, FormField } from '../../shared/design/controls/form-field.tsx'
import { Dialog } from '../../shared/design/dialog/dialog.tsx'
import { AmountField } from '../../shared/entry/form/amount-field.tsx'
import { PaymentModeChoice } from '../../shared/entry/form/payment-mode-choice.tsx'
import { ReferenceField } from '../../shared/entry/form/reference-field.tsx'
import { words as dialogWords } from '../../shared/entry/form/screen-texts.ts'
import { useDiscardQuestion } from '../../shared/forms/use-discard-question.tsx'
import { useDraftForm } from '../../shared/forms/use-draft-form.ts'
import { useFirstErrorToast } from '../../shared/forms/use-first-error-toast.ts'
import { useRuleTranslation } from '../../shared/forms/use-rule-translation.ts'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { DayFormField } from '../../shared/period/day-form-field.tsx'
import { RefusalMessage } from '../controls/refusal-message.tsx'
import { ChangeReasonField } from './change-reason-field.tsx'
import { CreditConflictNotice } from './credit-conflict-notice.tsx'
import { words } from './screen-texts.ts'
import { type CreditFields, useEditCredit } from './use-edit-credit.ts'

interface Props {
  admin: OfficeUser
  row: CompanyTransaction
  onClose(): void
  /** Called with the row as it is now, after it was changed meanwhile. */
  onNewer(row: CompanyTransaction): void
}

/**
 * §4: head office edits its credits, and both sides of a transfer, and says why. The account of the money cannot be
 * changed.
 */
export function EditCreditDialog({ admin, row, onClose, onNewer }: Props) {
  const t = useWords(words)
  const d = useWords(dialogWords)
  const inWords = useRuleTranslation()
  const draft = useDraftForm<CreditFields>({
    form: `credit:${row.id}:${row.revision}`,
    owner: admin.id,
    schema: editCreditForm,
    blank: toCreditFields(row),
  })
  const { bills, problem, orSay } = useBillsReadyToSend(toChosenBills(row.bills), true)
  const { save, saving, changed, refused } = useEditCredit(row, draft, onClose)
  const sayFirst = useFirstErrorToast(['amount', ...ENTRY_FIELD_NAMES, 'date', 'reason'])
  const { control, register, handleSubmit, formState } = draft.form
  const { errors } = formState
  // §9: a transfer cannot be paid by cheque; one that was recorded so may stay so.
  const offered = row.isTransfer ? TRANSFER_MODES : PAYMENT_MODES
  const discard = () => {
    draft.discard()
    onClose()
  }
  const { leave, question } = useDiscardQuestion(draft.isEdited || bills.isChanged, discard)
  const unlessSaving = (close: () => void) => () => (saving ? undefined : close())
  return (
    <Dialog
      title={row.isTransfer ? t.editTransferTitle : t.editTitle}
      onClose={unlessSaving(leave)}
      onBack={unlessSaving(onClose)}
    >
      <form
        noValidate
        onSubmit={handleSubmit(
          orSay((fields) => save(fields, bills.isChanged ? uploadedBillIds(bills) : undefined)),
          sayFirst,
        )}
      >
        <fieldset disabled={saving} className="grid gap-5">
          <p className="rounded-brick border border-rule bg-ground px-4 py-3">
            <span className="block text-ink-soft text-small">{t.receiver}</span>
            <span className="font-strong">{row.accountName}</span>
            {row.siteName === null ? null : <span>{`${DOT_SEPARATOR}${row.siteName}`}</span>}
            {row.isTransfer ? <span className="block text-small">{t.both}</span> : null}
          </p>
          <Controller
            control={control}
            name="amount"
            render={({ field }) => (
              <AmountField label={t.amount} error={inWords(errors.amount?.message)} field={field} />
            )}
          />
          {isGeneratedPurpose(row.purpose) ? null : (
            <FormField label={t.purpose} error={inWords(errors.purpose?.message)}>
              {(parts) => <input {...parts} {...register('purpose')} autoComplete="off" className={controlLook} />}
            </FormField>
          )}
          <PaymentModeChoice
            label={t.mode}
            modes={offered}
            registered={register('paymentMode')}
            error={inWords(errors.paymentMode?.message)}
          />
          <FormField label={t.narration} error={inWords(errors.narration?.message)}>
            {(parts) => <textarea {...parts} {...register('narration')} rows={2} className={`${controlLook} py-2.5`} />}
          </FormField>
          <ReferenceField registered={register('reference')} error={inWords(errors.reference?.message)} />
          <Controller
            control={control}
            name="date"
            render={({ field }) => (
              <DayFormField label={t.date} error={inWords(errors.date?.message)} max={today()} {...field} />
            )}
          />
          {row.isTransfer ? null : <BillsField bills={bills} error={problem} />}
          <ChangeReasonField label={t.editReason} error={inWords(errors.reason?.message)} {...register('reason')} />
        </fieldset>
        {changed ? (
          <CreditConflictNotice
            row={row}
            text={d.changed}
            onNewer={(newer) => {
              draft.discard()
              onNewer(newer)
            }}
            onGone={discard}
          />
        ) : null}
        {changed ? null : <RefusalMessage error={refused} />}
        <div className="mt-6 grid grid-cols-[1fr_2fr] tiny:grid-cols-1 gap-3">
          {question ?? (
            <>
              <Button kind="secondary" disabled={saving} onClick={leave} className="min-h-14">
                {d.cancel}
              </Button>
              <Button type="submit" disabled={saving || changed} className="min-h-14">
                {saving ? d.saving : d.save}
              </Button>
            </>
          )}
        </div>
      </form>
    </Dialog>
  )
}

function toCreditFields({ amount, recipient, date, ...row }: CompanyTransaction): CreditFields {
  const fields = mapEntryTextFields((name) => row[name] ?? '')
  return { amount: amount.replace(/\.00$/, ''), recipient, ...fields, date: dayOf(date), reason: '' }
}
