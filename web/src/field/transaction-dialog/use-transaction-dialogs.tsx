import type { SessionUser, Transaction } from '@ledger/contracts/shapes.ts'
import { type ReactNode, useState } from 'react'
import { showToast } from '../../shared/design/toast-store.ts'
import { OpenRow } from '../../shared/entry/open-row.tsx'
import { otherParty } from '../../shared/entry/other-party.ts'
import { RowActions } from '../../shared/entry/row-actions.tsx'
import { rupees } from '../../shared/language/figures.ts'
import { inBothLanguages, useWords, wordsNow } from '../../shared/language/words.ts'
import { mayDelete, mayEdit } from './who-may.ts'

const words = inBothLanguages(
  {
    headOffice: 'Head Office',
    error: 'Error',
    notLoaded: 'The form could not be opened. Check the network and try again.',
  },
  {
    headOffice: 'हेड ऑफिस',
    error: 'गड़बड़',
    notLoaded: 'फ़ॉर्म नहीं खुल पाया। नेटवर्क देखें और फिर कोशिश करें।',
  },
)

type Asked = { kind: 'add' } | { kind: 'open' | 'edit' | 'delete'; row: Transaction }

/**
 * The entry of a row, and the dialogs of §2 that add, edit and delete, for any screen with rows of its own account. The code
 * of each comes when it is first asked for.
 */
export function useTransactionDialogs(user: SessionUser) {
  const t = useWords(words)
  const [dialog, setDialog] = useState<ReactNode>(null)
  const close = () => setDialog(null)
  const ask = async (asked: Asked) => {
    try {
      setDialog(await dialogFor(asked, user, { close, ask: (next) => void ask(next) }))
    } catch (error) {
      console.warn(error)
      const { error: title, notLoaded: text } = wordsNow(words)
      showToast({ tone: 'problem', title, text })
    }
  }
  return {
    add: () => void ask({ kind: 'add' }),
    /** The button over a whole row, and those for what its reader may do with it. */
    actionsOf(row: Transaction): ReactNode {
      const which = { who: otherParty(row, t.headOffice), amount: rupees(row.amount) }
      return (
        <>
          <OpenRow {...which} onOpen={() => void ask({ kind: 'open', row })} />
          <RowActions
            {...which}
            onEdit={mayEdit(row) ? () => void ask({ kind: 'edit', row }) : undefined}
            onDelete={mayDelete(row, user.role) ? () => void ask({ kind: 'delete', row }) : undefined}
          />
        </>
      )
    },
    dialog,
  }
}

interface Leads {
  close(): void
  ask(asked: Asked): void
}

async function dialogFor(asked: Asked, user: SessionUser, { close, ask }: Leads): Promise<ReactNode> {
  switch (asked.kind) {
    case 'add': {
      const { TransactionDialog } = await import('./transaction-dialog.tsx')
      return <TransactionDialog user={user} row={undefined} onClose={close} />
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
      const { TransactionDialog } = await import('./transaction-dialog.tsx')
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
    case 'delete': {
      const { DeleteDialog } = await import('./delete-dialog.tsx')
      return (
        <DeleteDialog
          key={asked.row.revision}
          row={asked.row}
          onClose={close}
          onNewer={(row) => ask({ kind: 'delete', row })}
        />
      )
    }
  }
}
