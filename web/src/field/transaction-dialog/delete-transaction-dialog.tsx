import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { Trash2 } from 'lucide-react'
import { Button } from '../../shared/design/controls/button.tsx'
import { FormFieldError } from '../../shared/design/controls/form-field.tsx'
import { Dialog } from '../../shared/design/dialog/dialog.tsx'
import { words } from '../../shared/entry/form/screen-texts.ts'
import { dateText, signedRupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import type { FieldUser } from '../../shared/session/field-session.ts'
import { words as undoWords } from '../undo/screen-texts.ts'
import { ExpenseConflictNotice } from './expense-conflict-notice.tsx'
import { useDeleteTransaction } from './use-delete-transaction.ts'

interface Props {
  user: FieldUser
  row: Transaction
  onClose(): void
  onNewer(row: Transaction): void
}

/** §5: asks before it deletes, and shows the entry. */
export function DeleteTransactionDialog({ user, row, onClose, onNewer }: Props) {
  const t = useWords(words)
  const u = useWords(undoWords)
  const language = useLanguage((state) => state.language)
  const { remove, removing, changed, problem } = useDeleteTransaction(user, row, onClose)
  return (
    <Dialog title={t.deleteTitle} onClose={() => (removing ? undefined : onClose())}>
      <p className="font-heavy text-lead">{t.sure}</p>
      <p className="text-ink-soft">{u.afterwards}</p>
      <div className="mt-4 flex items-start justify-between gap-4 tiny:flex-wrap rounded-brick border border-rule bg-ground p-4">
        <div className="min-w-0">
          <p className="font-strong">{row.recipient}</p>
          <p className="text-small">{row.purpose}</p>
          <p className="figures text-ink-soft text-small">{dateText(row.date, language)}</p>
        </div>
        <p className="figures font-heavy text-debit">{signedRupees(row.amount, row.type)}</p>
      </div>
      {changed ? <ExpenseConflictNotice row={row} text={t.changedDelete} onNewer={onNewer} onGone={onClose} /> : null}
      <div role="alert" className="mt-4 empty:hidden">
        <FormFieldError id="delete-problem" error={problem} />
      </div>
      <div className="mt-6 grid grid-cols-2 tiny:grid-cols-1 gap-3">
        <Button kind="secondary" disabled={removing} onClick={onClose} className="min-h-14">
          {t.cancel}
        </Button>
        <button
          type="button"
          disabled={removing || changed}
          onClick={remove}
          className="inline-flex min-h-14 select-none items-center justify-center gap-2 rounded-brick border border-debit bg-debit px-5 font-heavy text-on-debit hover:opacity-90 disabled:border-rule disabled:bg-rule disabled:text-ink-soft"
        >
          <Trash2 className="size-5" aria-hidden="true" />
          {removing ? t.deleting : t.delete}
        </button>
      </div>
    </Dialog>
  )
}
