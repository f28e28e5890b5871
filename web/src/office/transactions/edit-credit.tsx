import { creditBody } from '@ledger/contracts/bodies.ts'
import { dayOf } from '@ledger/contracts/dates.ts'
import { PAYMENT_MODES, TRANSFER_MODES } from '@ledger/contracts/payment-modes.ts'
import type { CompanyTransaction, OfficeUser } from '@ledger/contracts/shapes.ts'
import { isWrittenPurpose } from '@ledger/contracts/shown-words.ts'
import { LIMITS } from '@ledger/contracts/text.ts'
import { Controller } from 'react-hook-form'
import { BillsField } from '../../shared/bills/bills-field.tsx'
import { idsOf, keptBills } from '../../shared/bills/use-bills.ts'
import { useFormBills } from '../../shared/bills/use-form-bills.ts'
import { Button } from '../../shared/design/button.tsx'
import { Dialog } from '../../shared/design/dialog.tsx'
import { controlLook, Field } from '../../shared/design/field.tsx'
import { AmountField } from '../../shared/entry/amount-field.tsx'
import { DayField } from '../../shared/entry/day-field.tsx'
import { ModeChoice } from '../../shared/entry/mode-choice.tsx'
import { today } from '../../shared/entry/today.ts'
import { words as dialogWords } from '../../shared/entry/words.ts'
import { useDraftForm } from '../../shared/forms/use-draft-form.ts'
import { useRuleWords } from '../../shared/forms/use-rule-words.ts'
import { useSayFirst } from '../../shared/forms/use-say-first.ts'
import { BETWEEN } from '../../shared/language/between.ts'
import { useWords } from '../../shared/language/words.ts'
import { Refused } from '../dashboard/refused.tsx'
import { ChangedCredit } from './changed-credit.tsx'
import { type CreditFields, useEditCredit } from './use-edit-credit.ts'
import { words } from './words.ts'

interface Props {
  admin: OfficeUser
  row: CompanyTransaction
  onClose(): void
  /** Called with the row as it is now, after it was changed meanwhile. */
  onNewer(row: CompanyTransaction): void
}

/** §4: head office edits its credits, and both sides of a transfer. The account of the money cannot be changed. */
export function EditCredit({ admin, row, onClose, onNewer }: Props) {
  const t = useWords(words)
  const d = useWords(dialogWords)
  const inWords = useRuleWords()
  const draft = useDraftForm<CreditFields>({
    form: `credit:${row.id}:${row.revision}`,
    owner: admin.id,
    schema: creditBody,
    blank: fieldsOf(row),
  })
  const { bills, problem, orSay } = useFormBills(keptBills(row.bills), true)
  const { save, saving, changed, refused } = useEditCredit(row, draft, onClose)
  const sayFirst = useSayFirst(['amount', 'purpose', 'paymentMode', 'narration', 'date'])
  const { control, register, handleSubmit, formState } = draft.form
  const { errors } = formState
  // §9: a transfer cannot be paid by cheque; one that was recorded so may stay so.
  const offered = row.isTransfer ? TRANSFER_MODES : PAYMENT_MODES
  const leave = () => {
    if (saving) return
    draft.close()
    onClose()
  }
  return (
    <Dialog title={row.isTransfer ? t.editTransferTitle : t.editTitle} onClose={leave}>
      <form
        noValidate
        onSubmit={handleSubmit(
          orSay((fields) => save(fields, bills.isChanged ? idsOf(bills) : undefined)),
          sayFirst,
        )}
      >
        <fieldset disabled={saving} className="grid gap-5">
          <p className="rounded-brick border border-rule bg-ground px-4 py-3">
            <span className="block text-ink-soft text-small">{t.receiver}</span>
            <span className="font-strong">{row.accountName}</span>
            {row.siteName === null ? null : <span>{`${BETWEEN}${row.siteName}`}</span>}
            {row.isTransfer ? <span className="block text-small">{t.both}</span> : null}
          </p>
          <Controller
            control={control}
            name="amount"
            render={({ field }) => (
              <AmountField label={t.amount} error={inWords(errors.amount?.message)} field={field} />
            )}
          />
          {isWrittenPurpose(row.purpose) ? null : (
            <Field label={t.purpose} error={inWords(errors.purpose?.message)}>
              {(parts) => (
                <input
                  {...parts}
                  {...register('purpose')}
                  autoComplete="off"
                  maxLength={LIMITS.purpose}
                  className={controlLook}
                />
              )}
            </Field>
          )}
          <ModeChoice
            label={t.mode}
            modes={offered}
            registered={register('paymentMode')}
            error={inWords(errors.paymentMode?.message)}
          />
          <Field label={t.narration} error={inWords(errors.narration?.message)}>
            {(parts) => (
              <textarea
                {...parts}
                {...register('narration')}
                rows={2}
                maxLength={LIMITS.narration}
                className={`${controlLook} py-2.5`}
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
          {row.isTransfer ? null : <BillsField bills={bills} error={problem} />}
        </fieldset>
        {changed ? (
          <ChangedCredit
            row={row}
            text={d.changed}
            onNewer={(newer) => {
              draft.close()
              onNewer(newer)
            }}
            onGone={leave}
          />
        ) : null}
        {changed ? null : <Refused error={refused} />}
        <div className="mt-6 grid grid-cols-[1fr_2fr] gap-3">
          <Button kind="secondary" disabled={saving} onClick={leave} className="min-h-14">
            {d.cancel}
          </Button>
          <Button type="submit" disabled={saving || changed} className="min-h-14">
            {saving ? d.saving : d.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function fieldsOf({ amount, recipient, purpose, paymentMode, narration, date }: CompanyTransaction): CreditFields {
  return { amount: amount.replace(/\.00$/, ''), recipient, purpose, paymentMode, narration, date: dayOf(date) }
}
