import type { Bill } from '@ledger/contracts/bills.ts'
import { useEffect, useRef } from 'react'
import type { Bills } from '../../shared/bills/use-bills.ts'
import { hasDraft } from '../../shared/drafts/draft.ts'
import type { DraftForm } from '../../shared/forms/use-draft-form.ts'
import type { FieldUser } from '../../shared/session/session.ts'
import { draftBills, dropDraftBills, keepDraftBills } from './draft-bills.ts'
import type { ExpenseFields } from './expense-fields.ts'

interface Options {
  user: FieldUser
  draft: DraftForm<ExpenseFields>
  bills: Bills
  /** The bills that the ledger has of the entry. */
  known: readonly Bill[]
}

/** The form's bills outlive a reload as its draft does, and go with it. */
export function useDraftBills({ user: { id, account }, draft, bills, known }: Options): void {
  const { name } = draft
  const seen = useRef(bills.chosen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the life of the form
  useEffect(() => {
    if (hasDraft(name, id))
      draftBills(name, account, known).then(
        (left) => {
          if (left !== undefined) bills.restore(left)
        },
        (error: unknown) => console.info('The photos of a draft cannot be read', error),
      )
    else dropDraftBills(name)
    return () => {
      if (!hasDraft(name, id)) dropDraftBills(name)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: by what was chosen alone
  useEffect(() => {
    if (bills.chosen === seen.current) return
    seen.current = bills.chosen
    draft.keep()
    keepDraftBills(name, account, bills.chosen)
  }, [bills.chosen])
}
