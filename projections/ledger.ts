import type { Bill } from '@ledger/contracts/bills.ts'
import type { LedgerEvent } from '@ledger/contracts/events.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { paymentMode } from '@ledger/contracts/payment-modes.ts'
import type { TransactionsQuery } from '@ledger/contracts/queries.ts'
import { FIELD_ROLES, publicId, type Role } from '@ledger/contracts/roles.ts'
import type { CompanyTransaction, Transaction } from '@ledger/contracts/shapes.ts'
import type { Database } from '@ledger/database/tables.ts'
import type { Kysely } from 'kysely'
import { cursorAfter, type PageQuery, page, type Row, rowOf } from './ledger-pages.ts'
import {
  CHANGED,
  type ChangedRow,
  changedRows,
  type NewRow,
  type NOT_DELETED,
  ROWS,
  recordedRows,
} from './ledger-rows.ts'
import type { Named, Names, NamesOf } from './names.ts'
import type { NewestOf } from './newest-pages.ts'
import { CannotTake, type ReadModel } from './projection.ts'
import type { Writer } from './read-table.ts'

/** The lists of transactions: one row for each account that a transaction touches, two for a transfer. */
export const ledger: ReadModel = { tables: ['ledger_rows'], apply }

async function apply(into: Writer, events: LedgerEvent[]): Promise<void> {
  const inserted = new Map<string, NewRow>()
  const updated = new Map<string, ChangedRow>()
  for (const event of events) {
    for (const row of recordedRows(event)) inserted.set(row.row_id, row)
    for (const row of rowsChangedBy(event)) {
      const fresh = inserted.get(row.row_id)
      if (fresh) inserted.set(row.row_id, { ...fresh, ...row })
      else updated.set(row.row_id, row)
    }
  }
  await into.insert(ROWS, [...inserted.values()])
  if ((await into.update(ROWS, CHANGED, [...updated.values()])) !== updated.size)
    throw new CannotTake('An edit or deletion names a transaction that was never recorded')
}

function rowsChangedBy(event: LedgerEvent): ChangedRow[] {
  return event.type === 'TransactionEdited' || event.type === 'TransactionDeleted' ? changedRows(event) : []
}

/** What lists are read with. */
export interface Reading {
  db: Kysely<Database>
  companyId: string
  names: NamesOf
}

/** Rows, newest first (`date`, then position), and the cursor of the next page where there is one. */
export interface Transactions<Row> {
  rows: Row[]
  next?: string
}

/** Whose list it is, as they are signed in: of them nothing has to be looked up. */
export interface Owner {
  accountId: string
  role: Role
  mobile: string | null
}

/** A page that is larger is read by itself. */
const MOST_TOGETHER = 200

/** The transactions of whoever asks. */
export async function transactionsOf(
  { db, companyId, names, newest }: Reading & { newest: NewestOf },
  owner: Owner,
  query: TransactionsQuery,
): Promise<Transactions<Transaction>> {
  const { accountId } = owner
  const { limit, ...narrowed } = query
  const isFirst = limit <= MOST_TOGETHER && Object.values(narrowed).every((value) => value === undefined)
  const rows = (isFirst && (await newest(accountId, limit + 1))) || (await page(db, companyId, { ...query, accountId }))
  return paged(rows, query.limit, toTransaction, knowing(owner, names))
}

/** One transaction of whoever asks, by the id of its row; undefined where it is not there, deleted or somebody else's. */
export async function transactionOf(
  { db, companyId, names }: Reading,
  owner: Owner,
  id: string,
): Promise<Transaction | undefined> {
  const row = await rowOf(db, companyId, owner.accountId, id)
  return row && toTransaction(row, await knowing(owner, names)(namedBy([row])))
}

/** Looks up everybody else: most rows of a list name nobody but its owner. */
function knowing({ accountId, role, mobile }: Owner, names: NamesOf) {
  const own: Aliased = { role, mobile, status: 'active' }
  return async (ids: Set<string>): Promise<Aliases> => {
    ids.delete(accountId)
    if (ids.size === 0) return new Map([[accountId, own]])
    return new Map<string, Aliased>(await names(ids)).set(accountId, own)
  }
}

/** The transactions of all accounts, or of one, with whose they are; deleted ones where they are asked for. */
export async function companyTransactions(
  { db, companyId, names }: Reading,
  query: PageQuery,
): Promise<Transactions<CompanyTransaction>> {
  const rows = await page(db, companyId, { ...query, showsOwners: true })
  const show = (row: Row, named: Names) => {
    const { first_name: first, last_name: last, site_name: siteName = null } = named.get(row.account_id) ?? {}
    const accountName = `${first ?? ''} ${last ?? ''}`.trim()
    return { ...toTransaction(row, named), accountName, siteName, ...deletionOf(row, named) }
  }
  return paged(rows, query.limit, show, names)
}

async function paged<Shown, Known>(
  rows: Row[],
  limit: number,
  show: (row: Row, named: Known) => Shown,
  names: (ids: Set<string>) => Promise<Known>,
): Promise<Transactions<Shown>> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last ? { next: cursorAfter(last) } : {}
  const named = await names(namedBy(shown))
  return { rows: shown.map((row) => show(row, named)), ...next }
}

/** The inner ids of those whom rows show by another one, each once. */
function namedBy(rows: readonly Row[]): Set<string> {
  const ids = new Set<string>()
  for (const { account_id, recorded_by, recorded_by_role, deleted_by, deleted_by_role } of rows) {
    ids.add(account_id)
    if (fieldRoleIn(recorded_by_role)) ids.add(recorded_by)
    if (deleted_by !== null && deleted_by_role !== null && fieldRoleIn(deleted_by_role)) ids.add(deleted_by)
  }
  return ids
}

/** What an account's public id is made of. */
type Aliased = Pick<Named, 'role' | 'status' | 'mobile'>
type Aliases = ReadonlyMap<string, Aliased>

function toTransaction(row: Row, named: Aliases): Transaction {
  const recordedBy = personOf(row.recorded_by, row.recorded_by_name, row.recorded_by_role, named)
  const shown = shownRow(row, ownerId(row.account_id, named), recordedBy)
  return row.bills === null ? shown : { ...shown, bills: shown.bills.map(inOrder) }
}

/** The log has the fields by the alphabet, the contract has not. */
const inOrder = ({ id, type, width, height }: Bill): Bill => ({ id, type, width, height })

/** What of a row does not depend on whom it names. */
type Shown = Omit<
  NewRow,
  'account_id' | 'position' | 'beneficiary_id' | keyof typeof NOT_DELETED | `recorded_by${string}`
>

/** A row as the API shows it, with the public ids of its account and of whoever recorded it. */
export function shownRow(row: Shown, userId: string, recordedBy: Transaction['recordedBy']): Transaction {
  return {
    id: row.row_id,
    type: row.type,
    amount: formatAmount(row.paise),
    date: row.date,
    recordedAt: row.recorded_at,
    recipient: row.recipient,
    purpose: row.purpose,
    paymentMode: paymentMode.parse(row.payment_mode),
    narration: row.narration,
    userId,
    isTransfer: row.transfer_from !== null,
    transferFrom: row.transfer_from,
    transferTo: row.transfer_to,
    revision: row.revision,
    recordedBy,
    bills: row.bills === null ? [] : (JSON.parse(row.bills) as Bill[]),
  }
}

function deletionOf(row: Row, named: Aliases): Pick<CompanyTransaction, 'deleted'> {
  const { deleted_at: at, deleted_by: id, deleted_by_name: name, deleted_by_role: as } = row
  if (at === null || id === null || name === null || as === null) return {}
  return { deleted: { at, by: personOf(id, name, as, named) } }
}

/** A deleted account's number may be somebody else's by now, so it goes by the inner id. */
function ownerId(accountId: string, named: Aliases): string {
  const { role, mobile, status } = named.get(accountId) ?? {}
  return role == null || mobile == null || status === 'closed' ? accountId : publicId(role, mobile)
}

/** Field users are known by their public id, head office by the inner one. */
function personOf(innerId: string, name: string, as: string, named: Aliases): Transaction['recordedBy'] {
  const fieldRole = fieldRoleIn(as)
  const mobile = named.get(innerId)?.mobile ?? null
  return { id: fieldRole && mobile !== null ? publicId(fieldRole, mobile) : innerId, name, role: as }
}

const fieldRoleIn = (as: string) => FIELD_ROLES.find((role) => role === as)
