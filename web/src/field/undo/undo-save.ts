import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import type { QueryClient } from '@tanstack/react-query'
import { newIdempotencyKey } from '../../shared/api/api-client.ts'
import { entryQuery } from '../../shared/api/own-transaction-queries.ts'
import type { ChosenBill } from '../../shared/bills/use-bills.ts'
import type { ToastAction } from '../../shared/design/toast/toast-store.ts'
import type { FieldUser } from '../../shared/session/field-session.ts'
import type { ExpenseFields } from '../expense/expense-fields.ts'
import { type EnqueueOutcome, outboxOf } from '../outbox/model/outbox.ts'
import { isBookedRow } from '../outbox/model/outbox-entry.ts'
import { pendingEntries } from '../outbox/model/pending-entries.ts'
import { takeBackEntry } from '../outbox/model/undo-transitions.ts'
import { showBookedEntryInLists } from '../outbox/ui/show-booked-entry-in-lists.ts'
import { mayDeleteOwnExpenses } from '../transaction-dialog/edit-permissions.ts'
import { toUnfinishedPhotos } from '../unfinished-photos/remove-finished-photos.ts'
import { deleteUnfinishedPhotos, putPhotosBack, type UnfinishedPhoto } from '../unfinished-photos/unfinished-store.ts'
import { type UndoEnd, undoAction } from './undo-toast.ts'

interface SavedExpense {
  readonly user: FieldUser
  readonly client: QueryClient
  /** The key under which it was saved, which is the id of its waiting entry. */
  readonly key: string
  readonly fields: ExpenseFields
  readonly outcome: EnqueueOutcome
  /** The bills of the form. */
  readonly chosen?: readonly ChosenBill[]
  /** The photos that the save took out of the tray. */
  readonly photos?: readonly UnfinishedPhoto[]
}

/**
 * Returns the action that takes a new expense back. In the ledger that is a deletion, which a supervisor may not make
 * (§6): a supervisor takes back only what was never sent. The photos of the expense are unfinished then.
 * @returns undefined where it cannot be taken back
 */
export function undoOfSave(saved: SavedExpense): ToastAction | undefined {
  const { user, client, key, fields, outcome, chosen = [], photos = [] } = saved
  const mayDelete = mayDeleteOwnExpenses(user.role)
  const ofForm = toUnfinishedPhotos(user.account, chosen).filter(({ id }) => photos.every((one) => one.id !== id))
  if (outcome.is === 'booked') {
    const { booked } = outcome
    if (!mayDelete || booked === undefined || !isBookedRow(booked)) return undefined
    const { balance: _, ...row } = booked
    return undoAction(user, fields, async () => {
      const inTray = await keepIfRoom(ofForm)
      return withPhotosInTray([...photos, ...inTray], () => deleteAgain(user, client, row))
    })
  }
  if (outcome.is !== 'waiting' || !(mayDelete || outcome.isUnsent)) return undefined
  const takeBack = async (): Promise<UndoEnd> => {
    let seen: Transaction | undefined
    const { is } = await outboxOf(user.account).update((entries) => {
      seen = pendingEntries(entries).find(({ row }) => row.id === key)?.row
      return takeBackEntry(entries, key)
    })
    if (is === 'taken_back') return { is: 'takenBack' }
    if (is === 'settled' || seen === undefined) return { is: 'notTakenBack', why: 'settled' }
    return mayDelete ? deleteAgain(user, client, seen) : { is: 'notTakenBack', why: 'sentToo' }
  }
  return undoAction(user, fields, () => withPhotosInTray([...photos, ...ofForm], takeBack))
}

/** Returns the photos if the tray has taken them. The ledger has the bills of a booked entry, so none must be kept. */
async function keepIfRoom(photos: readonly UnfinishedPhoto[]): Promise<readonly UnfinishedPhoto[]> {
  try {
    await putPhotosBack(photos)
    return photos
  } catch (error) {
    console.info('The photos of an expense are not kept', error)
    return []
  }
}

/**
 * Puts the photos into the tray before the entry that they were bills of is taken back, so that none is lost. An entry
 * that stays keeps its photos.
 */
async function withPhotosInTray(
  photos: readonly UnfinishedPhoto[],
  takeBack: () => Promise<UndoEnd>,
): Promise<UndoEnd> {
  await putPhotosBack(photos)
  let isTakenBack = false
  try {
    const end = await takeBack()
    if (end?.is === 'notTakenBack') return end
    isTakenBack = true
    return end && { ...end, photos: photos.length }
  } finally {
    const [first] = photos
    if (first !== undefined && !isTakenBack)
      await deleteUnfinishedPhotos(
        first.owner,
        photos.map(({ id }) => id),
      ).catch((error: unknown) => console.info('The tray cannot be emptied', error))
  }
}

/** @param seen the row of the ledger, or that of a waiting entry, behind which the deletion then waits */
async function deleteAgain(user: FieldUser, client: QueryClient, seen: Transaction): Promise<UndoEnd> {
  const key = newIdempotencyKey()
  const outcome = await outboxOf(user.account).enqueue({ input: { kind: 'deletion', seen }, key })
  switch (outcome.is) {
    case 'booked':
      // The entry's sheet may be open: a deleted entry must not be requested again.
      client.removeQueries({ queryKey: entryQuery(seen.id).queryKey })
      showBookedEntryInLists(client, outcome.booked)
      return { is: 'takenBack' }
    case 'waiting':
      return { is: 'takenBackLater' }
    case 'taken_back':
      return { is: 'takenBack' }
    case 'gone':
      return { is: 'notTakenBack', why: 'settled' }
  }
}
