import type { Transaction } from '@ledger/contracts/shapes.ts'
import { type ReactNode, useState } from 'react'
import { showToast } from '../../shared/design/toast-store.ts'
import { OpenRow } from '../../shared/entry/open-row.tsx'
import { otherParty } from '../../shared/entry/other-party.ts'
import { RowActions } from '../../shared/entry/row-actions.tsx'
import { rupees } from '../../shared/language/figures.ts'
import { inBothLanguages, useWords, wordsNow } from '../../shared/language/words.ts'
import type { FieldUser } from '../../shared/session/session.ts'
import { useShown } from '../outbox/shown.ts'
import type { Asked } from './dialog-for.tsx'
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

/**
 * Returns the dialogs of §2 that show, add, edit and delete an entry, for any screen with rows of its own account. The
 * code of each dialog is loaded when it first opens.
 */
export function useTransactionDialogs(user: FieldUser) {
  const t = useWords(words)
  const [dialog, setDialog] = useState<ReactNode>(null)
  const close = () => setDialog(null)
  const ask = async (asked: Asked) => {
    try {
      const { dialogFor } = await import('./dialog-for.tsx')
      setDialog(await dialogFor(asked, user, { close, ask: (next) => void ask(next) }))
    } catch (error) {
      console.warn(error)
      const { error: title, notLoaded: text } = wordsNow(words)
      showToast({ tone: 'problem', title, text })
    }
  }
  return {
    add: () => void ask({ kind: 'add' }),
    /** Opens the sheet of waiting entries. */
    openWaiting: () => void ask({ kind: 'waiting' }),
    /** @param leave signs out; the user is asked first where entries wait to be sent */
    leaving: (leave: () => void) => () =>
      useShown.getState().count > 0 ? void ask({ kind: 'leave', leave }) : leave(),
    /** Returns the button over a whole row, and those for the actions on it. */
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
