import type { SessionUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { type ComponentType, type ReactNode, useState } from 'react'
import { showToast } from '../../design/toast/toast-store.ts'
import { currentWords, inBothLanguages } from '../../language/in-both-languages.ts'

const words = inBothLanguages(
  { error: 'Error', notLoaded: 'The export could not be opened. Check the network and try again.' },
  { error: 'गड़बड़', notLoaded: 'डाउनलोड नहीं खुल पाया। नेटवर्क देखें और फिर कोशिश करें।' },
)

type ExportDialogComponent = ComponentType<{ user: SessionUser; onClose(): void }>

/** Returns the export dialog of §2 for a screen of its own account. Its code is loaded when it first opens. */
export function useExportDialog(user: SessionUser): { open(): void; dialog: ReactNode } {
  const [opened, setOpened] = useState<{ Opened: ExportDialogComponent }>()
  const load = async () => {
    try {
      const { ExportDialog } = await import('./export-dialog.tsx')
      setOpened({ Opened: ExportDialog })
    } catch (error) {
      console.warn(error)
      const t = currentWords(words)
      showToast({ tone: 'problem', title: t.error, text: t.notLoaded })
    }
  }
  return {
    open: () => void load(),
    dialog: opened === undefined ? null : <opened.Opened user={user} onClose={() => setOpened(undefined)} />,
  }
}
