import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { newIdempotencyKey } from '../../shared/api/api-client.ts'
import { isUnauthorized } from '../../shared/api/api-error.ts'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { entryQuery } from '../../shared/api/own-transaction-queries.ts'
import { type ChosenBill, MAX_BILLS_OF_FORM } from '../../shared/bills/use-bills.ts'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { currentWords } from '../../shared/language/in-both-languages.ts'
import type { FieldUser } from '../../shared/session/field-session.ts'
import { toExpenseFields } from '../expense/expense-fields.ts'
import { loadChosenBills, toAttachedBills } from '../outbox/model/attached-bills.ts'
import { outboxOf } from '../outbox/model/outbox.ts'
import { showBookedEntryInLists } from '../outbox/ui/show-booked-entry-in-lists.ts'
import { useLazyParts } from '../store-filled-by-lazy-parts.ts'
import { mayEditTransaction } from '../transaction-dialog/edit-permissions.ts'
import { words } from './screen-texts.ts'

/**
 * Returns the entry that a question is about as the phone knows it, with its waiting change; undefined where it is not
 * known, where it is no expense of the own account, where its day is in closed books, and where it will be deleted.
 * @param id of the entry; undefined where there is none any more
 */
export function useEntryToAttachTo(id: string | undefined): Transaction | undefined {
  const client = useQueryClient()
  const { data: read } = useQuery({ ...entryQuery(id ?? ''), enabled: id !== undefined })
  const pending = useLazyParts((state) => (id === undefined ? undefined : state.rows[id]))
  if (id === undefined || pending?.isGoing || read?.isClosed) return undefined
  const row = pending?.as ?? read ?? rowInLists(client, id)
  return row !== undefined && mayEditTransaction(row) ? row : undefined
}

/** Without a network the lists that were read have the row. */
function rowInLists(client: QueryClient, id: string): Transaction | undefined {
  for (const [, answer] of client.getQueriesData<unknown>({ queryKey: ['/api/site/transactions'] })) {
    const found = rowsOf(answer).find((row) => row.id === id)
    if (found !== undefined) return found
  }
  return undefined
}

/** A list is rows, or pages of rows; other answers below the path have none. */
function rowsOf(answer: unknown): readonly Transaction[] {
  if (Array.isArray(answer)) return answer
  if (typeof answer !== 'object' || answer === null || !('pages' in answer)) return []
  return (answer.pages as readonly { rows: readonly Transaction[] }[]).flatMap(({ rows }) => rows)
}

/** Tells whether an entry has room for more bills. */
export function hasRoomFor(entry: Transaction, count: number): boolean {
  const waiting = useLazyParts.getState().rows[entry.id]?.bills
  return (waiting ?? entry.bills.length) + count <= MAX_BILLS_OF_FORM
}

/**
 * Attaches bills of an answer to the entry as well, by an edit that changes nothing else. The edit goes through the
 * outbox, so it waits without a network. A refusal is only said, because the answer has the bills.
 */
export async function attachAnswerBillsToEntry(
  user: FieldUser,
  client: QueryClient,
  entry: Transaction,
  added: readonly ChosenBill[],
): Promise<void> {
  try {
    const { chosen } = await loadChosenBills(user.account, entry)
    // A waiting answer that is changed brings the bills that its first form attached.
    const more = added.filter(({ key }) => !chosen.some((one) => one.key === key))
    if (more.length === 0) return
    const { bills, files } = toAttachedBills(user.account, [...chosen, ...more])
    const outcome = await outboxOf(user.account).enqueue({
      input: { kind: 'edit', fields: toExpenseFields(entry), seen: entry, bills, hasBillsOfAnswer: true },
      key: newIdempotencyKey(),
      files,
    })
    if (outcome.is === 'booked') showBookedEntryInLists(client, outcome.booked)
  } catch (error) {
    // Without a session the edit waits in the outbox for its owner.
    if (!(error instanceof Error) || isUnauthorized(error)) return
    showToast({ tone: 'problem', title: currentWords(words).notAdded, text: errorMessage(error) })
  }
}
