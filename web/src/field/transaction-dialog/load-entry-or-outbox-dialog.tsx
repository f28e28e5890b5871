import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import type { ReactNode } from 'react'
import type { FieldUser } from '../../shared/session/field-session.ts'
import { type AskedQuestion, useLazyParts } from '../store-filled-by-lazy-parts.ts'
import { mayDeleteTransaction, mayEditTransaction } from './edit-permissions.ts'

export type DialogRequest =
  | { kind: 'add' | 'waiting' }
  | { kind: 'open' | 'edit' | 'delete'; row: Transaction }
  | { kind: 'leave'; leave(): void }
  | { kind: 'answer'; question: AskedQuestion }

interface DialogActions {
  close(): void
  ask(asked: DialogRequest): void
}

/** Loads the code of the requested dialog, of an entry or of the outbox, and returns the dialog. */
export async function loadEntryOrOutboxDialog(
  given: DialogRequest,
  user: FieldUser,
  { close, ask }: DialogActions,
): Promise<ReactNode> {
  const asked = asPendingRequest(given)
  switch (asked.kind) {
    case 'add': {
      const { AddOrEditDialog: TransactionDialog } = await import('./add-or-edit-dialog.tsx')
      return <TransactionDialog user={user} row={undefined} opened={{ chosen: [], isLost: false }} onClose={close} />
    }
    case 'waiting': {
      const { PendingSheet } = await import('../outbox/ui/pending-sheet.tsx')
      return (
        <PendingSheet
          owner={user.account}
          onClosed={close}
          onEdit={(row) => ask({ kind: 'edit', row })}
          onAnswer={(question) => ask({ kind: 'answer', question })}
        />
      )
    }
    case 'answer': {
      const [{ AnswerDialog }, { loadBillsOfAnswer }, { findPendingAnswer }] = await Promise.all([
        import('../questions/answer-dialog.tsx'),
        import('../outbox/model/attached-bills.ts'),
        import('../questions/find-pending-answer.ts'),
      ])
      const waiting = findPendingAnswer(asked.question.id)
      return (
        <AnswerDialog
          user={user}
          question={asked.question}
          waiting={waiting}
          opened={await loadBillsOfAnswer(user.account, waiting)}
          onClose={close}
        />
      )
    }
    case 'leave': {
      const { LogoutWarningDialog } = await import('../outbox/ui/logout-warning-dialog.tsx')
      return <LogoutWarningDialog onStay={close} onLeave={asked.leave} />
    }
    case 'open': {
      const { row } = asked
      const { OwnEntryDialog } = await import('./own-entry-dialog.tsx')
      return (
        <OwnEntryDialog
          user={user}
          row={row}
          onClosed={close}
          onEdit={mayEditTransaction(row) ? (newest) => ask({ kind: 'edit', row: newest }) : undefined}
          onAnswer={(question) => ask({ kind: 'answer', question })}
          onDelete={mayDeleteTransaction(row, user.role) ? (newest) => ask({ kind: 'delete', row: newest }) : undefined}
        />
      )
    }
    case 'edit': {
      const { row } = asked
      const [{ AddOrEditDialog: TransactionDialog }, { loadChosenBills }] = await Promise.all([
        import('./add-or-edit-dialog.tsx'),
        import('../outbox/model/attached-bills.ts'),
      ])
      return (
        <TransactionDialog
          key={row.revision}
          user={user}
          row={row}
          opened={await loadChosenBills(user.account, row)}
          onClose={close}
          onNewer={(newer) => ask({ kind: 'edit', row: newer })}
        />
      )
    }
    case 'delete': {
      const { DeleteTransactionDialog } = await import('./delete-transaction-dialog.tsx')
      return (
        <DeleteTransactionDialog
          key={asked.row.revision}
          user={user}
          row={asked.row}
          onClose={close}
          onNewer={(row) => ask({ kind: 'delete', row })}
        />
      )
    }
  }
}

/**
 * Replaces a row by the row as its waiting change will make it. Opening such a row, or acting on one that will be
 * deleted, shows the sheet of waiting entries instead.
 */
function asPendingRequest(asked: DialogRequest): DialogRequest {
  const waits = 'row' in asked ? useLazyParts.getState().rows[asked.row.id] : undefined
  if (waits === undefined || !('row' in asked)) return asked
  return asked.kind === 'open' || waits.isGoing ? { kind: 'waiting' } : { ...asked, row: waits.as }
}
