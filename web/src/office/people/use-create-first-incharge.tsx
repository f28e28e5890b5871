import type { OfficeUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../shared/design/controls/button.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { CreateIncharge } from './incharge-dialogs.tsx'
import { words } from './screen-texts.ts'

/**
 * Returns the button of an office without a site, to stand beside the sentence that asks for the first one, and the
 * dialog that it opens. An auditor gets neither. The dialog stays mounted while the sentence goes.
 */
export function useCreateFirstIncharge(admin: OfficeUser): { button: ReactNode; dialog: ReactNode } {
  const t = useWords(words)
  const [isOpen, setOpen] = useState(false)
  if (admin.role !== 'admin') return { button: null, dialog: null }
  return {
    button: (
      <Button onClick={() => setOpen(true)} className="mt-3">
        <UserPlus className="size-5" aria-hidden="true" />
        {t.createFirst}
      </Button>
    ),
    dialog: isOpen ? <CreateIncharge admin={admin} onClose={() => setOpen(false)} /> : null,
  }
}
