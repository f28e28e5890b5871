import type { Bill } from '@ledger/contracts/bill-schemas.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { FormBills } from '../../shared/bills/use-bills.ts'
import { hasDraft } from '../../shared/forms/form-draft.ts'
import type { DraftForm } from '../../shared/forms/use-draft-form.ts'
import type { FieldUser } from '../../shared/session/field-session.ts'
import { unfinishedPhoto } from '../unfinished-photos/unfinished-store.ts'
import { deleteDraftBills, loadDraftBills, storeDraftBills } from './draft-bill-storage.ts'
import type { ExpenseFields } from './expense-fields.ts'

interface DraftBillsOptions {
  user: FieldUser
  draft: Pick<DraftForm<ExpenseFields>, 'name' | 'storeNow'>
  bills: FormBills
  /** The bills that the ledger has of the entry. */
  known: readonly Bill[]
  /** The id of an unfinished photo, with which the form begins. */
  unfinished?: string | undefined
}

/** Stores the form's bills with its draft, so that they survive a reload, and deletes them with it. */
export function useDraftBills({ user: { account }, draft, bills, known, unfinished }: DraftBillsOptions): void {
  const { name } = draft
  const { chosen } = bills
  const seen = useRef(chosen)

  const bringBack = useEffectEvent(async (hasStoredDraft: boolean) => {
    const left = hasStoredDraft ? await loadDraftBills(name, account, known) : undefined
    if (left !== undefined) bills.restore(left)
    const photo = unfinished === undefined ? undefined : await unfinishedPhoto(account, unfinished)
    if (photo !== undefined) bills.append({ is: 'waiting', key: photo.id, file: photo.file })
  })
  const dropWithDraft = useEffectEvent(() => {
    const hasStoredDraft = hasDraft(name, account)
    if (!hasStoredDraft) deleteDraftBills(name)
    return hasStoredDraft
  })
  const keep = useEffectEvent(() => {
    // A form that was emptied for the next expense has neither.
    if (chosen.length === 0 && !hasDraft(name, account)) return deleteDraftBills(name)
    draft.storeNow()
    storeDraftBills(name, account, chosen)
  })

  useEffect(() => {
    bringBack(dropWithDraft()).catch((error: unknown) => console.info('The photos of a draft cannot be read', error))
    return () => void dropWithDraft()
  }, [])
  useEffect(() => {
    if (chosen === seen.current) return
    seen.current = chosen
    keep()
  }, [chosen])
}
