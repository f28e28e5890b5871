import type { Bill } from '@ledger/contracts/bill-schemas.ts'
import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { TransactionsQuery } from '@ledger/contracts/http/query-parameters.ts'
import type { CompanyTransaction, Transaction } from '@ledger/contracts/http/responses.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { FIELD_ROLES, publicIdFor, type Role } from '@ledger/contracts/roles.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import type { AccountNameRow, AccountNamesById, LoadAccountNames } from '../queries/account-name-loader.ts'
import type { NewestOf } from '../queries/newest-page-loader.ts'
import {
  findTransactionRow,
  formatCursorAfter,
  readTransactionPage,
  type TransactionListRow,
  type TransactionPageQuery,
} from '../queries/transaction-query.ts'
import { columnsToEntryFields } from './entry-columns.ts'
import { PoisonEvent, type ReadModel } from './read-model.ts'
import type { ReadModelWriter } from './read-model-writer.ts'
import {
  CHANGED_COLUMNS,
  type ChangedTransactionRow,
  type NOT_DELETED,
  rowsAfterChange,
  rowsRecordedBy,
  type StoredTransactionRow,
  TRANSACTION_ROWS_TABLE,
} from './transaction-rows.ts'

/** The lists of transactions: one row for each account that a transaction touches, two for a transfer. */
export const transactionsReadModel: ReadModel = { tables: ['ledger_rows'], apply: applyToLedgerRows }

async function applyToLedgerRows(into: ReadModelWriter, events: LedgerEvent[]): Promise<void> {
  const inserted = new Map<string, StoredTransactionRow>()
  const updated = new Map<string, ChangedTransactionRow>()
  for (const event of events) {
    for (const row of rowsRecordedBy(event)) inserted.set(row.row_id, row)
    for (const row of rowsChangedBy(event)) {
      const fresh = inserted.get(row.row_id)
      if (fresh) inserted.set(row.row_id, { ...fresh, ...row })
      else updated.set(row.row_id, row)
    }
  }
  await into.insert(TRANSACTION_ROWS_TABLE, [...inserted.values()])
  if ((await into.update(TRANSACTION_ROWS_TABLE, CHANGED_COLUMNS, [...updated.values()])) !== updated.size)
    throw new PoisonEvent('An edit or deletion names a transaction that was never recorded')
}

function rowsChangedBy(event: LedgerEvent): ChangedTransactionRow[] {
  return event.type === 'TransactionEdited' || event.type === 'TransactionDeleted' ? rowsAfterChange(event) : []
}

/** The dependencies of a query for a list. */
export interface TransactionQueryContext {
  db: Kysely<Database>
  companyId: string
  names: LoadAccountNames
}

/** Rows, newest first (`date`, then position), and the cursor of the next page where there is one. */
export interface TransactionPage<Row> {
  rows: Row[]
  next?: string
}

/** The owner of a list, as signed in: nothing about the owner has to be looked up. */
export interface ListOwner {
  accountId: string
  role: Role
  mobile: string | null
}

/** A larger page is read by a query of its own. */
const MAX_JOINT_PAGE_ROWS = 200

/** Returns the transactions of the caller. */
export async function listOwnTransactions(
  { db, companyId, names, newest }: TransactionQueryContext & { newest: NewestOf },
  owner: ListOwner,
  query: TransactionsQuery,
): Promise<TransactionPage<Transaction>> {
  const { accountId } = owner
  const { limit, ...narrowed } = query
  const isFirst = limit <= MAX_JOINT_PAGE_ROWS && Object.values(narrowed).every((value) => value === undefined)
  const rows =
    (isFirst && (await newest(accountId, limit + 1))) ||
    (await readTransactionPage(db, companyId, { ...query, accountId }))
  return toTransactionPage(rows, query.limit, toTransaction, namesWithOwner(owner, names))
}

/**
 * Returns one transaction of the caller, by the id of its row; undefined where it does not exist, is deleted or belongs
 * to another account.
 */
export async function findOwnTransaction(
  { db, companyId, names }: TransactionQueryContext,
  owner: ListOwner,
  id: string,
): Promise<Transaction | undefined> {
  const row = await findTransactionRow(db, companyId, owner.accountId, id)
  return row && toTransaction(row, await namesWithOwner(owner, names)(accountIdsNamedBy([row])))
}

/** Looks up all accounts but the owner: most rows of a list name only its owner. */
function namesWithOwner({ accountId, role, mobile }: ListOwner, names: LoadAccountNames) {
  const own: AccountIdentity = { role, mobile, status: 'active' }
  return async (ids: Set<string>): Promise<AccountIdentities> => {
    ids.delete(accountId)
    if (ids.size === 0) return new Map([[accountId, own]])
    return new Map<string, AccountIdentity>(await names(ids)).set(accountId, own)
  }
}

/**
 * Returns the transactions of all accounts, or of one, with their owners; deleted ones where the query asks for them.
 */
export async function listCompanyTransactions(
  { db, companyId, names }: TransactionQueryContext,
  query: TransactionPageQuery,
): Promise<TransactionPage<CompanyTransaction>> {
  const rows = await readTransactionPage(db, companyId, { ...query, showsOwners: true })
  const show = (row: TransactionListRow, named: AccountNamesById) => {
    const { first_name: first, last_name: last, site_name: siteName = null } = named.get(row.account_id) ?? {}
    const accountName = `${first ?? ''} ${last ?? ''}`.trim()
    return { ...toTransaction(row, named), accountName, siteName, ...shownDeletionOf(row, named) }
  }
  return toTransactionPage(rows, query.limit, show, names)
}

async function toTransactionPage<Shown, Known>(
  rows: TransactionListRow[],
  limit: number,
  show: (row: TransactionListRow, named: Known) => Shown,
  names: (ids: Set<string>) => Promise<Known>,
): Promise<TransactionPage<Shown>> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last ? { next: formatCursorAfter(last) } : {}
  const named = await names(accountIdsNamedBy(shown))
  return { rows: shown.map((row) => show(row, named)), ...next }
}

/** Returns the inner ids of the accounts that rows show by a public id, each once. */
function accountIdsNamedBy(rows: readonly TransactionListRow[]): Set<string> {
  const ids = new Set<string>()
  for (const { account_id, recorded_by, recorded_by_role, deleted_by, deleted_by_role } of rows) {
    ids.add(account_id)
    if (asFieldRole(recorded_by_role)) ids.add(recorded_by)
    if (deleted_by !== null && deleted_by_role !== null && asFieldRole(deleted_by_role)) ids.add(deleted_by)
  }
  return ids
}

/** The fields that an account's public id is made of. */
type AccountIdentity = Pick<AccountNameRow, 'role' | 'status' | 'mobile'>
type AccountIdentities = ReadonlyMap<string, AccountIdentity>

function toTransaction(row: TransactionListRow, named: AccountIdentities): Transaction {
  const recordedBy = recordedPerson(row.recorded_by, row.recorded_by_name, row.recorded_by_role, named)
  const shown = rowToTransaction(row, publicAccountId(row.account_id, named), recordedBy)
  return row.bills === null ? shown : { ...shown, bills: shown.bills.map(inContractOrder) }
}

/** The log has the fields in alphabetical order, the contract does not. */
const inContractOrder = ({ id, type, width, height }: Bill): Bill => ({ id, type, width, height })

/** The columns of a row that do not depend on the accounts that it names. */
type ShownRowColumns = Omit<
  StoredTransactionRow,
  'account_id' | 'position' | 'beneficiary_id' | keyof typeof NOT_DELETED | `recorded_by${string}`
>

/** Returns a row as the API shows it, with the public ids of its account and of the user who recorded it. */
export function rowToTransaction(
  row: ShownRowColumns,
  userId: string,
  recordedBy: Transaction['recordedBy'],
): Transaction {
  return {
    id: row.row_id,
    type: row.type,
    amount: formatAmount(row.paise),
    date: row.date,
    recordedAt: row.recorded_at,
    recipient: row.recipient,
    ...columnsToEntryFields(row),
    userId,
    isTransfer: row.transfer_from !== null,
    transferFrom: row.transfer_from,
    transferTo: row.transfer_to,
    revision: row.revision,
    recordedBy,
    bills: row.bills === null ? [] : (JSON.parse(row.bills) as Bill[]),
  }
}

function shownDeletionOf(row: TransactionListRow, named: AccountIdentities): Pick<CompanyTransaction, 'deleted'> {
  const { deleted_at: at, deleted_by: id, deleted_by_name: name, deleted_by_role: as } = row
  if (at === null || id === null || name === null || as === null) return {}
  return { deleted: { at, by: recordedPerson(id, name, as, named) } }
}

/**
 * Returns the public id of an account; the inner id for a deleted one, whose number may belong to another account by
 * now.
 */
function publicAccountId(accountId: string, named: AccountIdentities): string {
  const { role, mobile, status } = named.get(accountId) ?? {}
  return role == null || mobile == null || status === 'closed' ? accountId : publicIdFor(role, mobile)
}

/** Returns a field user with the public id, and a head-office user with the inner one. */
function recordedPerson(
  innerId: string,
  name: string,
  as: string,
  named: AccountIdentities,
): Transaction['recordedBy'] {
  const fieldRole = asFieldRole(as)
  const mobile = named.get(innerId)?.mobile ?? null
  return { id: fieldRole && mobile !== null ? publicIdFor(fieldRole, mobile) : innerId, name, role: as }
}

const asFieldRole = (as: string) => FIELD_ROLES.find((role) => role === as)
