import type { OfficeUser } from '@ledger/contracts/http/people/account-schemas.ts'
import type { CompanyTransaction } from '@ledger/contracts/http/transaction-schemas.ts'
import type { WorklistName } from '@ledger/contracts/http/worklists/worklist-count-schemas.ts'
import { type ReactNode, useState } from 'react'
import { RowActionButtons } from '../../shared/entry/list/row-action-buttons.tsx'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { useIsInClosedBooks } from '../books/use-is-in-closed-books.ts'
import { ReviewActions } from '../entry-table/review-actions.tsx'
import { CompanyEntryDialog } from './company-entry-dialog.tsx'
import { DeleteCreditDialog } from './delete-credit-dialog.tsx'
import { EditCreditDialog } from './edit-credit-dialog.tsx'

interface EntryDialogRequest {
  readonly kind: 'open' | 'edit' | 'delete'
  readonly row: CompanyTransaction
}

/**
 * Returns the dialogs of a row, for any list of all accounts' rows. Only credits can be edited and deleted, and only by
 * the admin (§2, §6).
 * @param worklist the worklist that the rows belong to, whose review the dialog offers
 */
export function useCompanyEntryDialogs(admin: OfficeUser | undefined, worklist?: WorklistName) {
  const [open, setOpen] = useState<EntryDialogRequest>()
  const isInClosedBooks = useIsInClosedBooks(admin?.role === 'admin')
  const mayChange = ({ type, deleted }: CompanyTransaction) =>
    type === 'credit' && deleted === undefined && admin?.role === 'admin'
  return {
    actionsOf(row: CompanyTransaction): ReactNode {
      if (!mayChange(row) || isInClosedBooks(row)) return null
      return (
        <RowActionButtons
          // The account that received the money. In a transfer `recipient` is the sender.
          who={row.accountName}
          amount={rupees(row.amount)}
          onEdit={() => setOpen({ kind: 'edit', row })}
          onDelete={() => setOpen({ kind: 'delete', row })}
        />
      )
    },
    onOpen: (row: CompanyTransaction) => setOpen({ kind: 'open', row }),
    dialog:
      open === undefined || admin === undefined ? null : (
        <EntryDialog open={open} admin={admin} worklist={worklist} mayChange={mayChange(open.row)} onAsk={setOpen} />
      ),
  }
}

interface EntryDialogProps {
  open: EntryDialogRequest
  admin: OfficeUser
  worklist: WorklistName | undefined
  mayChange: boolean
  onAsk(asked: EntryDialogRequest | undefined): void
}

function EntryDialog({ open: { kind, row }, admin, worklist, mayChange, onAsk }: EntryDialogProps): ReactNode {
  const close = () => onAsk(undefined)
  const askFor = (asked: EntryDialogRequest['kind']) => (newer: CompanyTransaction) =>
    onAsk({ kind: asked, row: newer })
  switch (kind) {
    case 'open':
      return (
        <CompanyEntryDialog
          row={row}
          isAdmin={admin.role === 'admin'}
          onClosed={close}
          onEdit={mayChange ? () => onAsk({ kind: 'edit', row }) : undefined}
          onDelete={mayChange ? () => onAsk({ kind: 'delete', row }) : undefined}
          review={
            worklist === undefined || row.deleted !== undefined || admin.role === 'auditor' ? null : (
              <ReviewActions row={row} worklist={worklist} onDone={close} />
            )
          }
        />
      )
    case 'delete':
      return <DeleteCreditDialog key={row.revision} row={row} onClose={close} onNewer={askFor('delete')} />
    case 'edit':
      return <EditCreditDialog key={row.revision} admin={admin} row={row} onClose={close} onNewer={askFor('edit')} />
  }
}
