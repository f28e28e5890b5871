import { expenseBody } from '@ledger/contracts/http/entry-requests.ts'
import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { balanceQuery, beneficiariesQuery } from '../../shared/api/field-queries.ts'
import { useToday } from '../../shared/api/today.ts'
import { BillsField } from '../../shared/bills/bills-field.tsx'
import { useBillsReadyToSend } from '../../shared/bills/use-bills-ready-to-send.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { FormFieldError } from '../../shared/design/controls/form-field.tsx'
import { Dialog } from '../../shared/design/dialog/dialog.tsx'
import { words } from '../../shared/entry/form/screen-texts.ts'
import { useDiscardQuestion } from '../../shared/forms/use-discard-question.tsx'
import { useDraftForm } from '../../shared/forms/use-draft-form.ts'
import { useFirstErrorToast } from '../../shared/forms/use-first-error-toast.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import type { FieldUser } from '../../shared/session/field-session.ts'
import { blankExpense, EXPENSE_FIELD_ORDER, type ExpenseFields, toExpenseFields } from '../expense/expense-fields.ts'
import { ExpenseInputs } from '../expense/expense-inputs.tsx'
import { SaveIndicator } from '../expense/save-indicator.tsx'
import { useDraftBills } from '../expense/use-draft-bills.ts'
import type { OpenedBills } from '../outbox/model/attached-bills.ts'
import { fileLostError } from '../outbox/model/read-stored-file.ts'
import { StorageWarning } from '../outbox/ui/storage-warning.tsx'
import { ExpenseConflictNotice } from './expense-conflict-notice.tsx'
import { useSaveTransaction } from './use-save-transaction.ts'

interface Props {
  user: FieldUser
  /** The row as its list showed it; undefined for a new expense. */
  row: Transaction | undefined
  /** The bills that the row has, or will have with its waiting entries. */
  opened: OpenedBills
  onClose(): void
  /** Called with the row as it is now, after it was changed meanwhile. */
  onNewer?(row: Transaction): void
}

/**
 * §2, Add/Edit Transaction. Cancel and the cross discard the draft, after a question where something was typed; after a
 * reload or the phone's back button it stays stored.
 */
export function AddOrEditDialog({ user, row, opened, onClose, onNewer }: Props) {
  const t = useWords(words)
  const beneficiaries = useQuery(beneficiariesQuery)
  const balance = useQuery(balanceQuery)
  const day = useToday()
  const blank = row === undefined ? blankExpense(day) : toExpenseFields(row)
  const draft = useDraftForm<ExpenseFields>({
    form: row === undefined ? 'transaction' : `transaction:${row.id}:${row.revision}`,
    owner: user.account,
    schema: expenseBody,
    blank,
  })
  const { chosen, isLost } = opened
  const { save, saving, changed, problem } = useSaveTransaction({ user, row, draft, isLost, onSaved: onClose })
  const { bills, problem: billProblem, orSay } = useBillsReadyToSend(chosen, false)
  useDraftBills({ user, draft, bills, known: row?.bills ?? [] })
  const lost = isLost && !bills.isChanged ? errorMessage(fileLostError()) : undefined
  const { handleSubmit } = draft.form
  const sayFirst = useFirstErrorToast(EXPENSE_FIELD_ORDER)
  const edited = draft.isEdited || bills.isChanged
  const discard = () => {
    draft.discard()
    onClose()
  }
  const { leave, question } = useDiscardQuestion(edited, discard)
  const unlessSaving = (close: () => void) => () => (saving ? undefined : close())
  return (
    <Dialog
      title={row === undefined ? t.addTitle : t.editTitle}
      onClose={unlessSaving(leave)}
      onBack={unlessSaving(onClose)}
    >
      <StorageWarning />
      <form
        noValidate
        onSubmit={handleSubmit(
          orSay((fields) => save(fields, bills)),
          sayFirst,
        )}
      >
        <fieldset disabled={saving} className="grid gap-6">
          <ExpenseInputs
            form={draft.form}
            beneficiaries={beneficiaries.data ?? []}
            row={row}
            balance={saving ? undefined : balance.data}
            bills={<BillsField bills={bills} error={billProblem ?? lost} />}
          />
        </fieldset>
        {changed && row !== undefined ? (
          <ExpenseConflictNotice
            row={row}
            text={t.changed}
            onNewer={(newer) => {
              draft.discard()
              onNewer?.(newer)
            }}
            onGone={discard}
          />
        ) : null}
        <div className="-mx-5 -mb-5 tiny:-mx-3 tiny:-mb-3 tiny:px-3 sticky tiny:static bottom-0 mt-6 grid grid-cols-[1fr_2fr] tiny:grid-cols-1 items-center gap-3 border-rule border-t bg-sheet px-5 py-3 pb-[max(12px,env(safe-area-inset-bottom))]">
          <div role="alert" className="col-span-full empty:hidden">
            <FormFieldError id="transaction-problem" error={problem} />
          </div>
          {saving || edited ? (
            <div className="col-span-full">
              <SaveIndicator state={saving ? 'saving' : problem === undefined ? 'unsaved' : 'failed'} />
            </div>
          ) : null}
          {question ?? (
            <>
              <Button kind="secondary" disabled={saving} onClick={leave} className="min-h-14">
                {t.cancel}
              </Button>
              <Button type="submit" disabled={saving || changed} className="min-h-14">
                {saving ? t.saving : row === undefined ? t.saveExpense : t.save}
              </Button>
            </>
          )}
        </div>
      </form>
    </Dialog>
  )
}
