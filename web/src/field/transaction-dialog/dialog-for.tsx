import type { Transaction } from '@ledger/contracts/shapes.ts'
import type { ReactNode } from 'react'
import type { FieldUser } from '../../shared/session/session.ts'
import { useShown } from '../outbox/shown.ts'
import { mayDelete, mayEdit } from './who-may.ts'

export type Asked =
  | { kind: 'add' | 'waiting' }
  | { kind: 'open' | 'edit' | 'delete'; row: Transaction }
  | { kind: 'leave'; leave(): void }

interface Leads {
  close(): void
  ask(asked: Asked): void
}

/** Loads the code of the requested dialog and returns the dialog. */
export async function dialogFor(given: Asked, user: FieldUser, { close, ask }: Leads): Promise<ReactNode> {
  const asked = asWaiting(given)
  switch (asked.kind) {
    case 'add': {
      const { TransactionDialog } = await import('./transaction-dialog.tsx')
      return <TransactionDialog user={user} row={undefined} opened={{ chosen: [], isLost: false }} onClose={close} />
    }
    case 'waiting': {
      const { WaitingSheet } = await import('../outbox/waiting-sheet.tsx')
      return <WaitingSheet owner={user.account} onClosed={close} onEdit={(row) => ask({ kind: 'edit', row })} />
    }
    case 'leave': {
      const { LeaveDialog } = await import('../outbox/leave-dialog.tsx')
      return <LeaveDialog onStay={close} onLeave={asked.leave} />
    }
    case 'open': {
      const { row } = asked
      const { OwnEntry } = await import('../entry/own-entry.tsx')
      return (
        <OwnEntry
          user={user}
          row={row}
          onClosed={close}
          onEdit={mayEdit(row) ? (newest) => ask({ kind: 'edit', row: newest }) : undefined}
          onDelete={mayDelete(row, user.role) ? (newest) => ask({ kind: 'delete', row: newest }) : undefined}
        />
      )
    }
    case 'edit': {
      const { row } = asked
      const [{ TransactionDialog }, { chosenOf }] = await Promise.all([
        import('./transaction-dialog.tsx'),
        import('../outbox/attach.ts'),
      ])
      return (
        <TransactionDialog
          key={row.revision}
          user={user}
          row={row}
          opened={await chosenOf(user.account, row)}
          onClose={close}
          onNewer={(newer) => ask({ kind: 'edit', row: newer })}
        />
      )
    }
    case 'delete': {
      const { DeleteDialog } = await import('./delete-dialog.tsx')
      return (
        <DeleteDialog
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
function asWaiting(asked: Asked): Asked {
  const waits = 'row' in asked ? useShown.getState().rows[asked.row.id] : undefined
  if (waits === undefined || !('row' in asked)) return asked
  return asked.kind === 'open' || waits.isGoing ? { kind: 'waiting' } : { ...asked, row: waits.as }
}
