import { creditBody } from '@ledger/contracts/bodies.ts'
import { dayOf } from '@ledger/contracts/dates.ts'
import { PAYMENT_MODES, TRANSFER_MODES } from '@ledger/contracts/payment-modes.ts'
import type { CompanyTransaction, OfficeUser } from '@ledger/contracts/shapes.ts'
import { LIMITS } from '@ledger/contracts/text.ts'
import { Controller } from 'react-hook-form'
import { Refused } from '../admin-dashboard/refused.tsx'
import { AmountInput, grouped } from '../design/amount-input.tsx'
import { Button } from '../design/button.tsx'
import { Choice } from '../design/choice.tsx'
import { Dialog } from '../design/dialog.tsx'
import { controlLook, Field, FieldError } from '../design/field.tsx'
import { useDraftForm } from '../forms/use-draft-form.ts'
import { useRuleWords } from '../forms/use-rule-words.ts'
import { amountDigits } from '../language/figures.ts'
import { paymentModeWords } from '../language/payment-mode-words.ts'
import { useWords } from '../language/words.ts'
import { words as dialogWords } from '../transaction-dialog/words.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { type CreditFields, useEditCredit } from './use-edit-credit.ts'
import { words } from './words.ts'

interface Props {
  admin: OfficeUser
  row: CompanyTransaction
  onClose(): void
  /** The row was changed meanwhile, and this is how it is now. */
  onNewer(row: CompanyTransaction): void
}

/** §4: head office edits its credits; of a transfer, both sides. Whose the money is stays. */
export function EditCredit({ admin, row, onClose, onNewer }: Props) {
  const t = useWords(words)
  const d = useWords(dialogWords)
  const modes = useWords(paymentModeWords)
  const inWords = useRuleWords()
  const draft = useDraftForm<CreditFields>({
    form: `credit:${row.id}:${row.revision}`,
    owner: admin.id,
    schema: creditBody,
    blank: fieldsOf(row),
  })
  const { save, saving, changed, refused, sayInvalid } = useEditCredit(row, draft, onClose)
  const { control, register, handleSubmit, formState } = draft.form
  const { errors } = formState
  // §9: a transfer takes no cheque; one that was recorded with it may keep it.
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
        onSubmit={handleSubmit(save, ({ amount, purpose, paymentMode, narration, date }) =>
          sayInvalid([amount, purpose, paymentMode, narration, date].find((error) => error !== undefined)?.message),
        )}
      >
        <fieldset disabled={saving} className="grid gap-5">
          <p className="rounded-brick border border-rule bg-ground px-4 py-3">
            <span className="block text-ink-soft text-small">{t.receiver}</span>
            <span className="font-strong">{row.accountName}</span>
            {row.siteName === null ? null : <span> · {row.siteName}</span>}
            {row.isTransfer ? <span className="block text-small">{t.both}</span> : null}
          </p>
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
          <fieldset>
            <legend className="mb-1.5 font-strong">{t.mode}</legend>
            <div className="grid grid-cols-2 gap-2">
              {offered.map((mode) => (
                <Choice key={mode} value={mode} {...register('paymentMode')}>
                  {modes[mode]}
                </Choice>
              ))}
            </div>
            <FieldError id="credit-mode-error" error={inWords(errors.paymentMode?.message)} />
          </fieldset>
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
        {changed ? (
          <ChangedMeanwhile
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
