import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../shared/api/api-error.ts'
import { entryQuery } from '../../shared/api/own-transaction-queries.ts'
import { EntryDialog } from '../../shared/entry/dialog/entry-dialog.tsx'
import { entryWords } from '../../shared/entry/dialog/entry-words.ts'
import { ReceiptButton } from '../../shared/entry/receipt/receipt-button.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import type { FieldUser } from '../../shared/session/field-session.ts'
import { useRedirectWhenSignedOut } from '../../shared/session/use-redirect-when-signed-out.ts'
import { OwnEntryQuestions } from '../questions/own-entry-questions.tsx'
import { useRecordAgain } from '../record-again/use-record-again.ts'
import type { AskedQuestion } from '../store-filled-by-lazy-parts.ts'
import { mayEditTransaction } from './edit-permissions.ts'

interface Props {
  user: FieldUser
  /** The row as its list showed it, until the newest one is read. */
  row: Transaction
  onClosed(): void
  onEdit: ((row: Transaction) => void) | undefined
  onDelete: ((row: Transaction) => void) | undefined
  onAnswer(question: AskedQuestion): void
}

/** An entry of the user's own account, opened from any list. */
export function OwnEntryDialog({ user, row: listed, onClosed, onEdit, onDelete, onAnswer }: Props) {
  const t = useWords(entryWords)
  const { data, error } = useQuery(entryQuery(listed.id))
  useRedirectWhenSignedOut(error)
  const row = data ?? listed
  const { recordAgain, isSaving } = useRecordAgain(user, row, onClosed)
  const isGone = error instanceof ApiError && error.status === 404
  const isClosed = data?.isClosed === true && mayEditTransaction(row)
  const isFixed = isGone || isClosed
  return (
    <EntryDialog
      row={row}
      edited={data?.edited}
      failed={error !== null}
      holder={user}
      me={user.id}
      questions={<OwnEntryQuestions transaction={row.id} onAnswer={onAnswer} />}
      notice={isGone ? t.gone : undefined}
      fixed={isClosed && !isGone ? t.closed : undefined}
      onClosed={onClosed}
      onAgain={mayEditTransaction(row) ? recordAgain : undefined}
      isAgainSaving={isSaving}
      onEdit={onEdit === undefined || isFixed ? undefined : () => onEdit(row)}
      onDelete={onDelete === undefined || isFixed ? undefined : () => onDelete(row)}
    >
      {row.isTransfer && row.type === 'debit' && !isGone ? <ReceiptButton row={row} giver={user} /> : null}
    </EntryDialog>
  )
}
