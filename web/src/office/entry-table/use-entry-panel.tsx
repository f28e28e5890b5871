import type { OfficeUser } from '@ledger/contracts/http/people/account-schemas.ts'
import type { CompanyTransaction } from '@ledger/contracts/http/transaction-schemas.ts'
import type { WorklistName } from '@ledger/contracts/http/worklists/worklist-count-schemas.ts'
import { type ReactNode, useCallback, useState } from 'react'
import { CompanyEntryDialog } from '../transactions/company-entry-dialog.tsx'
import { DeleteCreditDialog } from '../transactions/delete-credit-dialog.tsx'
import { EditCreditDialog } from '../transactions/edit-credit-dialog.tsx'
import type { EntryTableRow } from './entry-columns.tsx'
import { EntryPanelFrame } from './entry-panel-frame.tsx'
import { EntryPanelHistory } from './entry-panel-history.tsx'
import { ReviewActions } from './review-actions.tsx'

interface EntryPanel {
  readonly isOpen: boolean
  open(row: EntryTableRow): void
  /** Shows another row where the panel is open. */
  follow(row: EntryTableRow): void
  close(): void
  readonly overlay: ReactNode
}

/**
 * Returns the panel of an entry with its actions, for any table of entries. Only credits can be edited and deleted, and
 * only by the admin (§2, §6). The dialogs of these two stand over the panel.
 * @param worklist the worklist that the row belongs to, whose review the panel offers
 */
export function useEntryPanel(admin: OfficeUser, worklist: WorklistName | undefined): EntryPanel {
  const [shown, setShown] = useState<EntryTableRow>()
  const [changing, setChanging] = useState<{ readonly kind: 'edit' | 'delete'; readonly row: CompanyTransaction }>()
  const follow = useCallback((row: EntryTableRow) => setShown((before) => before && row), [])
  const close = useCallback(() => setShown(undefined), [])
  const mayChange = shown?.type === 'credit' && shown.deleted === undefined && admin.role === 'admin'
  const ask = (kind: 'edit' | 'delete') => (row: CompanyTransaction) => setChanging({ kind, row })
  const dismiss = () => setChanging(undefined)
  return {
    isOpen: shown !== undefined,
    open: setShown,
    follow,
    close,
    overlay: (
      <>
        {shown === undefined ? null : (
          <CompanyEntryDialog
            row={shown}
            isAdmin={admin.role === 'admin'}
            onClosed={close}
            onEdit={mayChange ? () => ask('edit')(shown) : undefined}
            onDelete={mayChange ? () => ask('delete')(shown) : undefined}
            frame={EntryPanelFrame}
          >
            {worklist === undefined || shown.deleted !== undefined || admin.role === 'auditor' ? null : (
              <ReviewActions key={shown.id} row={shown} worklist={worklist} onDone={close} />
            )}
            <EntryPanelHistory row={shown} />
          </CompanyEntryDialog>
        )}
        {changing?.kind === 'edit' ? (
          <EditCreditDialog
            key={changing.row.revision}
            admin={admin}
            row={changing.row}
            onClose={dismiss}
            onNewer={ask('edit')}
          />
        ) : null}
        {changing?.kind === 'delete' ? (
          <DeleteCreditDialog
            key={changing.row.revision}
            row={changing.row}
            onClose={dismiss}
            onNewer={ask('delete')}
          />
        ) : null}
      </>
    ),
  }
}
