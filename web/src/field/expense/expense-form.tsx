import type { Beneficiary } from '@ledger/contracts/http/beneficiaries/beneficiary-schemas.ts'
import { expenseBody } from '@ledger/contracts/http/entry-requests.ts'
import type { Balance } from '@ledger/contracts/http/people/account-schemas.ts'
import { useNavigate } from '@tanstack/react-router'
import { useToday } from '../../shared/api/today.ts'
import { BillsField } from '../../shared/bills/bills-field.tsx'
import { useBillsReadyToSend } from '../../shared/bills/use-bills-ready-to-send.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { useDiscardQuestion } from '../../shared/forms/use-discard-question.tsx'
import { useDraftForm } from '../../shared/forms/use-draft-form.ts'
import { useFirstErrorToast } from '../../shared/forms/use-first-error-toast.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { type FieldUser, homePathOf } from '../../shared/session/field-session.ts'
import { StorageWarning } from '../outbox/ui/storage-warning.tsx'
import { useLazyOutbox } from '../outbox/ui/use-lazy-outbox.ts'
import { useAmountPad } from './amount-pad/use-amount-pad.tsx'
import { blankExpense, EXPENSE_FIELD_ORDER, expenseDraftOf } from './expense-fields.ts'
import { ExpenseHeader } from './expense-header.tsx'
import { ExpenseInputs } from './expense-inputs.tsx'
import { words } from './screen-texts.ts'
import { useDraftBills } from './use-draft-bills.ts'
import { useSaveExpense } from './use-save-expense.ts'

interface Props {
  user: FieldUser
  balance: Balance | undefined
  beneficiaries: readonly Beneficiary[]
  /** The id of an unfinished photo, with which the form begins. */
  unfinished: string | undefined
  /** The id of an entry, with whose copy the form begins. */
  again: string | undefined
}

/** §2, Add expense. Cancel discards the draft, after a question; the back button leaves it stored. */
export function ExpenseForm({ user, balance, beneficiaries, unfinished, again }: Props) {
  const t = useWords(words)
  const navigate = useNavigate()
  const blank = blankExpense(useToday())
  const begunFrom = unfinished ?? again
  const draft = useDraftForm({
    form: expenseDraftOf(begunFrom),
    owner: user.account,
    schema: expenseBody,
    blank,
  })
  const { bills, problem, orSay } = useBillsReadyToSend([], false)
  useDraftBills({ user, draft, bills, known: [], unfinished })
  const { save, saving, saved, failed } = useSaveExpense(user, draft)
  useLazyOutbox(user, { isPending: false, failureCount: 0 })
  const { handleSubmit } = draft.form
  const sayFirst = useFirstErrorToast(EXPENSE_FIELD_ORDER)
  const edited = draft.isEdited || bills.isChanged
  const home = homePathOf(user.role)
  const { leave, question } = useDiscardQuestion(edited, () => {
    draft.discard()
    void navigate({ to: home, replace: true })
  })

  const isBusy = saving || saved !== undefined
  const amountPad = useAmountPad(draft.form, isBusy)
  const submit = (onNext?: () => void) =>
    handleSubmit(
      orSay((fields) => save(fields, bills.chosen, onNext)),
      sayFirst,
    )
  const next = submit(() => {
    bills.startOver()
    amountPad.focusNext()
    // The next expense has no part in the photo or the entry that this one began from.
    if (begunFrom !== undefined) void navigate({ to: '/expense', replace: true })
  })

  return (
    <form noValidate onSubmit={submit()} className="flex min-h-dvh flex-col">
      <ExpenseHeader
        home={home}
        balance={balance}
        state={saving ? 'saving' : (saved ?? (edited ? (failed ? 'failed' : 'unsaved') : undefined))}
      />
      <main className="mx-auto w-full max-w-2xl flex-1 p-4 md:p-6">
        <StorageWarning />
        <fieldset disabled={isBusy} className="grid gap-5 md:rounded-sheet md:border md:border-rule md:bg-sheet md:p-6">
          <ExpenseInputs
            form={draft.form}
            beneficiaries={beneficiaries}
            row={undefined}
            balance={isBusy ? undefined : balance}
            pad={amountPad.control}
            bills={<BillsField bills={bills} error={problem} />}
          />
        </fieldset>
      </main>
      <footer
        data-action-bar
        data-amount-pad={amountPad.control.isUsed || undefined}
        className="sticky bottom-0 border-rule border-t bg-sheet tiny:static"
      >
        {isBusy ? null : amountPad.pad}
        <div className="mx-auto grid max-w-2xl grid-cols-[auto_1fr_1.5fr] tiny:grid-cols-1 gap-2 p-3 pb-[max(12px,env(safe-area-inset-bottom))] md:px-6">
          {(saved === undefined && question) || (
            <>
              <Button kind="secondary" disabled={isBusy} onClick={leave} className="px-2.5! text-small">
                {t.cancel}
              </Button>
              <Button kind="secondary" disabled={isBusy} onClick={next} className="px-2! leading-5">
                {t.saveAndNext}
              </Button>
              <Button type="submit" disabled={isBusy} className="px-2! leading-5">
                {saving ? t.saving : t.save}
              </Button>
            </>
          )}
        </div>
      </footer>
    </form>
  )
}
