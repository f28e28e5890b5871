import type { Bill } from '@ledger/contracts/bills.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
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

/** Stores the form's bills with its draft, so that they survive a reload, and deletes them with it. */
export function useDraftBills({ user: { account }, draft, bills, known }: Options): void {
  const { name } = draft
  const { chosen } = bills
  const seen = useRef(chosen)

  const bringBack = useEffectEvent(() => {
    draftBills(name, account, known).then(
      (left) => {
        if (left !== undefined) bills.restore(left)
      },
      (error: unknown) => console.info('The photos of a draft cannot be read', error),
    )
  })
  const dropWithDraft = useEffectEvent(() => {
    const isKept = hasDraft(name, account)
    if (!isKept) dropDraftBills(name)
    return isKept
  })
  const keep = useEffectEvent(() => {
    draft.keep()
    keepDraftBills(name, account, chosen)
  })

  useEffect(() => {
    if (dropWithDraft()) bringBack()
    return () => void dropWithDraft()
  }, [])
  useEffect(() => {
    if (chosen === seen.current) return
    seen.current = chosen
    keep()
  }, [chosen])
}
