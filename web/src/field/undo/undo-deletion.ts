import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import type { QueryClient } from '@tanstack/react-query'
import { newIdempotencyKey } from '../../shared/api/api-client.ts'
import { ApiError, isUnauthorized } from '../../shared/api/api-error.ts'
import type { ToastAction } from '../../shared/design/toast/toast-store.ts'
import type { FieldUser } from '../../shared/session/field-session.ts'
import { signInAgain } from '../../shared/session/sign-in-again.ts'
import { toExpenseFields } from '../expense/expense-fields.ts'
import { type EnqueueOutcome, outboxOf } from '../outbox/model/outbox.ts'
import type { AttachedBill, OutboxEntry } from '../outbox/model/outbox-entry.ts'
import { indexedDbStore, type PendingFile } from '../outbox/model/outbox-store.ts'
import { isReplaceable, newestEntryAbout } from '../outbox/model/outbox-transitions.ts'
import { readStoredFile } from '../outbox/model/read-stored-file.ts'
import { putBackExpense, takeBackDeletion } from '../outbox/model/undo-transitions.ts'
import { showBookedEntryInLists } from '../outbox/ui/show-booked-entry-in-lists.ts'
import { toastRefused } from '../outbox/ui/toast-refusals.ts'
import { type UndoEnd, undoAction } from './undo-toast.ts'

/** The waiting entry that a deletion replaces, with its files, which go with it from the phone's storage. */
export interface ReplacedEntry {
  readonly entry: OutboxEntry
  readonly files: readonly PendingFile[]
}

/** Returns what waits about a row and will be replaced by its deletion; undefined where nothing does. */
export async function readReplacedEntry(owner: string, row: Transaction): Promise<ReplacedEntry | undefined> {
  const entries = await indexedDbStore.entriesOf(owner).catch(() => [])
  const entry = newestEntryAbout(entries, row.id)
  if (entry === undefined || !isReplaceable(entry)) return undefined
  const ids = (entry.bills ?? []).flatMap(({ file }) => file ?? [])
  const blobs = await Promise.all(ids.map((id) => readStoredFile(() => indexedDbStore.file(owner, id))))
  const files = ids.flatMap((id, at) => {
    const blob = blobs[at]
    return blob === undefined ? [] : [{ id, owner, blob }]
  })
  return { entry, files }
}

interface DeletedExpense {
  readonly user: FieldUser
  readonly client: QueryClient
  /** The key of the deletion, which is the id of its waiting entry. */
  readonly key: string
  /** The row as it stood in the list. */
  readonly row: Transaction
  readonly replaced: ReplacedEntry | undefined
  readonly outcome: EnqueueOutcome
}

/**
 * Returns the action that takes a deletion back: from the phone where it was never sent. Events do not change, so an
 * expense that was deleted from the ledger is entered again, with its fields, day and bills, as a new entry with its
 * own number. A deletion that was sent and not answered may still be refused, so a new entry could be a second one.
 * @returns undefined where it cannot be taken back
 */
export function undoOfDeletion(deleted: DeletedExpense): ToastAction | undefined {
  const { user, row, key, replaced, outcome } = deleted
  const { account } = user
  switch (outcome.is) {
    case 'gone':
      return undefined
    case 'booked':
      return undoAction(user, row, () => enterAgain(deleted))
    case 'taken_back':
      if (replaced === undefined) return undefined
      return undoAction(user, row, async () => {
        await outboxOf(account).update((entries) => putBackExpense(entries, replaced.entry), replaced.files)
        return { is: 'takenBack' }
      })
    case 'waiting':
      return undoAction(user, row, async () => {
        const decide = (entries: readonly OutboxEntry[]) => takeBackDeletion(entries, key, replaced?.entry)
        const { is } = await outboxOf(account).update(decide, replaced?.files)
        if (is === 'taken_back') return { is: 'takenBack' }
        return { is: 'notTakenBack', why: is === 'sent' ? 'deletionSent' : 'settled' }
      })
  }
}

async function enterAgain({ user, client, row, replaced }: DeletedExpense): Promise<UndoEnd> {
  const stored = row.bills.map(({ id }): AttachedBill => ({ id }))
  const bills = replaced?.entry.bills?.filter(({ refused }) => refused === undefined) ?? stored
  const key = newIdempotencyKey()
  try {
    const outcome = await outboxOf(user.account).enqueue({
      input: { kind: 'expense', fields: toExpenseFields(row), bills },
      key,
      files: replaced?.files ?? [],
      hasNoForm: true,
    })
    if (outcome.is !== 'booked') return { is: 'againLater' }
    showBookedEntryInLists(client, outcome.booked)
    return { is: 'again' }
  } catch (error) {
    // Either way the entry waits on this phone: for the sign-in of its owner, or to be mended.
    if (isUnauthorized(error)) {
      signInAgain()
      return undefined
    }
    if (!(error instanceof ApiError) || (await isLost(user.account, key))) throw error
    toastRefused([error])
    return undefined
  }
}

/** Tells whether the phone could not keep the entry. */
async function isLost(owner: string, id: string): Promise<boolean> {
  const entries = await indexedDbStore.entriesOf(owner).catch(() => [])
  return !entries.some((entry) => entry.id === id)
}
