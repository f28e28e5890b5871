import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { type ReactNode, useState } from 'react'
import { serverNow } from '../../shared/api/server-clock.ts'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { OpenEntryButton } from '../../shared/entry/list/open-entry-button.tsx'
import { otherParty } from '../../shared/entry/list/other-party.ts'
import { RowActionButtons } from '../../shared/entry/list/row-action-buttons.tsx'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { currentWords, inBothLanguages, useWords } from '../../shared/language/in-both-languages.ts'
import type { FieldUser } from '../../shared/session/field-session.ts'
import { mayAcknowledge } from '../acknowledgement/may-acknowledge.ts'
import { ReceivedButton } from '../acknowledgement/received-button.tsx'
import { type AskedQuestion, useLazyParts } from '../store-filled-by-lazy-parts.ts'
import { mayDeleteTransaction, mayEditTransaction } from './edit-permissions.ts'
import type { DialogRequest } from './load-entry-or-outbox-dialog.tsx'

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
  const ask = async (asked: DialogRequest) => {
    try {
      const { loadEntryOrOutboxDialog } = await import('./load-entry-or-outbox-dialog.tsx')
      setDialog(await loadEntryOrOutboxDialog(asked, user, { close, ask: (next) => void ask(next) }))
    } catch (error) {
      console.warn(error)
      const { error: title, notLoaded: text } = currentWords(words)
      showToast({ tone: 'problem', title, text })
    }
  }
  return {
    add: () => void ask({ kind: 'add' }),
    answer: (question: AskedQuestion) => void ask({ kind: 'answer', question }),
    /** Opens the sheet of waiting entries. */
    openWaiting: () => void ask({ kind: 'waiting' }),
    /** @param leave signs out; the user is asked first where entries wait to be sent, or photos have no entry */
    leaving: (leave: () => void) => () => {
      const { count, unfinished } = useLazyParts.getState()
      if (count + unfinished > 0) void ask({ kind: 'leave', leave })
      else leave()
    },
    /** Returns the button over a whole row, and those for the actions on it. */
    actionsOf(row: Transaction): ReactNode {
      const which = { who: otherParty(row, t.headOffice), amount: rupees(row.amount) }
      return (
        <>
          <OpenEntryButton {...which} onOpen={() => void ask({ kind: 'open', row })} />
          {mayAcknowledge(row, serverNow()) ? <ReceivedButton row={row} {...which} /> : null}
          {/* A finger opens the entry, which has these buttons, too. */}
          <RowActionButtons
            {...which}
            className="absolute right-1 bottom-0 opacity-0 focus-within:opacity-100 group-hover:opacity-100 [@media(hover:none)]:hidden"
            onEdit={mayEditTransaction(row) ? () => void ask({ kind: 'edit', row }) : undefined}
            onDelete={mayDeleteTransaction(row, user.role) ? () => void ask({ kind: 'delete', row }) : undefined}
          />
        </>
      )
    },
    dialog,
  }
}
