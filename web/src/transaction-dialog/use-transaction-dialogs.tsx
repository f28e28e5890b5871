import type { SessionUser, Transaction } from '@ledger/contracts/shapes.ts'
import { type ReactNode, useState } from 'react'
import { showToast } from '../design/toast-store.ts'
import { inBothLanguages, wordsNow } from '../language/words.ts'
import { RowActions } from './row-actions.tsx'
import { mayDelete, mayEdit } from './who-may.ts'

const words = inBothLanguages(
  { error: 'Error', notLoaded: 'The form could not be opened. Check the network and try again.' },
  { error: 'गड़बड़', notLoaded: 'फ़ॉर्म नहीं खुल पाया। नेटवर्क देखें और फिर कोशिश करें।' },
)

type Asked = { kind: 'add' } | { kind: 'edit' | 'delete'; row: Transaction }
type Code = Awaited<ReturnType<typeof loadDialogs>>

async function loadDialogs() {
  const [{ TransactionDialog }, { DeleteDialog }] = await Promise.all([
    import('./transaction-dialog.tsx'),
    import('./delete-dialog.tsx'),
  ])
  return { TransactionDialog, DeleteDialog }
}

/**
 * The dialogs of §2 that add, edit and delete, for any screen with rows of its own account. Their code comes when one is
 * first asked for.
 */
export function useTransactionDialogs(user: SessionUser) {
  const [open, setOpen] = useState<Asked & { code: Code }>()
  const ask = async (asked: Asked) => {
    try {
      setOpen({ ...asked, code: await loadDialogs() })
    } catch (error) {
      console.warn(error)
      const t = wordsNow(words)
      showToast({ tone: 'problem', title: t.error, text: t.notLoaded })
    }
  }
  const close = () => setOpen(undefined)
  return {
    add: () => void ask({ kind: 'add' }),
    actionsOf(row: Transaction): ReactNode {
      return (
        <RowActions
          row={row}
          onEdit={mayEdit(row) ? () => void ask({ kind: 'edit', row }) : undefined}
          onDelete={mayDelete(row, user.role) ? () => void ask({ kind: 'delete', row }) : undefined}
        />
      )
    },
    dialog: open === undefined ? null : dialogOf(open, user, { close, ask: (asked) => void ask(asked) }),
  }
}

function dialogOf(
  open: Asked & { code: Code },
  user: SessionUser,
  { close, ask }: { close(): void; ask(asked: Asked): void },
): ReactNode {
  const { TransactionDialog, DeleteDialog } = open.code
  switch (open.kind) {
    case 'add':
      return <TransactionDialog user={user} row={undefined} onClose={close} />
    case 'edit': {
      const { row } = open
      return (
        <TransactionDialog
          key={row.revision}
          user={user}
          row={row}
          onClose={close}
          onNewer={(newer) => ask({ kind: 'edit', row: newer })}
        />
      )
    }
    case 'delete':
      return (
        <DeleteDialog
          key={open.row.revision}
          row={open.row}
          onClose={close}
          onNewer={(row) => ask({ kind: 'delete', row })}
        />
      )
  }
}
