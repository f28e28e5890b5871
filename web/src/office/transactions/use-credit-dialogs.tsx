import type { CompanyTransaction, OfficeUser } from '@ledger/contracts/shapes.ts'
import { type ReactNode, useState } from 'react'
import { RowActions } from '../../shared/entry/row-actions.tsx'
import { rupees } from '../../shared/language/figures.ts'
import { CompanyEntry } from './company-entry.tsx'
import { DeleteCredit } from './delete-credit.tsx'
import { EditCredit } from './edit-credit.tsx'

interface Asked {
  readonly kind: 'open' | 'edit' | 'delete'
  readonly row: CompanyTransaction
}

/**
 * Returns the dialogs of a row, for any list of all accounts' rows. Only credits can be edited and deleted, and only by
 * the admin (§2, §6).
 */
export function useCreditDialogs(admin: OfficeUser | undefined) {
  const [open, setOpen] = useState<Asked>()
  const mayChange = ({ type, deleted }: CompanyTransaction) =>
    type === 'credit' && deleted === undefined && admin?.role === 'admin'
  return {
    actionsOf(row: CompanyTransaction): ReactNode {
      if (!mayChange(row)) return null
      return (
        <RowActions
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
        <DialogOf open={open} admin={admin} mayChange={mayChange(open.row)} onAsk={setOpen} />
      ),
  }
}

interface DialogProps {
  open: Asked
  admin: OfficeUser
  mayChange: boolean
  onAsk(asked: Asked | undefined): void
}

function DialogOf({ open: { kind, row }, admin, mayChange, onAsk }: DialogProps): ReactNode {
  const close = () => onAsk(undefined)
  const askFor = (asked: Asked['kind']) => (newer: CompanyTransaction) => onAsk({ kind: asked, row: newer })
  switch (kind) {
    case 'open':
      return (
        <CompanyEntry
          row={row}
          isAdmin={admin.role === 'admin'}
          onClosed={close}
          onEdit={mayChange ? () => onAsk({ kind: 'edit', row }) : undefined}
          onDelete={mayChange ? () => onAsk({ kind: 'delete', row }) : undefined}
        />
      )
    case 'delete':
      return <DeleteCredit key={row.revision} row={row} onClose={close} onNewer={askFor('delete')} />
    case 'edit':
      return <EditCredit key={row.revision} admin={admin} row={row} onClose={close} onNewer={askFor('edit')} />
  }
}
