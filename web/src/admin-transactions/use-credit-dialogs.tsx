import type { CompanyTransaction, OfficeUser } from '@ledger/contracts/shapes.ts'
import { type ReactNode, useState } from 'react'
import { RowActions } from '../transaction-dialog/row-actions.tsx'
import { DeleteCredit } from './delete-credit.tsx'
import { EditCredit } from './edit-credit.tsx'

/** Edit and delete for any list of all accounts' rows: credits only, and for the admin only (§2, §6). */
export function useCreditDialogs(admin: OfficeUser | undefined) {
  const [open, setOpen] = useState<{ kind: 'edit' | 'delete'; row: CompanyTransaction }>()
  const close = () => setOpen(undefined)
  return {
    actionsOf(row: CompanyTransaction): ReactNode {
      if (row.type !== 'credit' || row.deleted !== undefined || admin?.role !== 'admin') return null
      return (
        <RowActions
          // Names the one who got the money; of a transfer `recipient` is the sender.
          row={{ ...row, recipient: row.accountName }}
          onEdit={() => setOpen({ kind: 'edit', row })}
          onDelete={() => setOpen({ kind: 'delete', row })}
        />
      )
    },
    dialog: dialogOf(open, admin, close, setOpen),
  }
}

function dialogOf(
  open: { kind: 'edit' | 'delete'; row: CompanyTransaction } | undefined,
  admin: OfficeUser | undefined,
  close: () => void,
  ask: (asked: { kind: 'edit' | 'delete'; row: CompanyTransaction }) => void,
): ReactNode {
  if (open === undefined || admin === undefined) return null
  const { kind, row } = open
  if (kind === 'delete')
    return (
      <DeleteCredit
        key={row.revision}
        row={row}
        onClose={close}
        onNewer={(newer) => ask({ kind: 'delete', row: newer })}
      />
    )
  return (
    <EditCredit
      key={row.revision}
      admin={admin}
      row={row}
      onClose={close}
      onNewer={(newer) => ask({ kind: 'edit', row: newer })}
    />
  )
}
