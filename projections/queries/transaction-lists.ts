import type { TransactionsQuery } from '@ledger/contracts/http/query-parameters.ts'
import type { CompanyTransaction, Transaction } from '@ledger/contracts/http/responses.ts'
import type { Role } from '@ledger/contracts/roles.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import type { AccountNamesById, LoadAccountNames } from './account-name-loader.ts'
import type { LoadNewestPage } from './newest-page-loader.ts'
import { formatCursorAfter } from './paging/transaction-order.ts'
import {
  type AccountIdentities,
  type AccountIdentity,
  accountIdsNamedBy,
  shownDeletionOf,
  toTransaction,
} from './row-to-transaction.ts'
import {
  findTransactionRow,
  readTransactionPage,
  type TransactionListRow,
  type TransactionPageQuery,
} from './transaction-query.ts'

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

/** How many rows a page has, and in which order. */
type PageForm = Pick<TransactionPageQuery, 'limit' | 'sort'>

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
  { db, companyId, names, newest }: TransactionQueryContext & { newest: LoadNewestPage },
  owner: ListOwner,
  query: TransactionsQuery,
): Promise<TransactionPage<Transaction>> {
  const { accountId } = owner
  const { limit, ...narrowed } = query
  const isFirst = limit <= MAX_JOINT_PAGE_ROWS && Object.values(narrowed).every((value) => value === undefined)
  const rows =
    (isFirst && (await newest(accountId, limit + 1))) ||
    (await readTransactionPage(db, companyId, { ...query, accountId }))
  return toTransactionPage(rows, query, toTransaction, namesWithOwner(owner, names))
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
  return toCompanyTransactionPage(rows, query, names)
}

/** @param rows as `readTransactionPage` returns them, for a page of `limit` rows in the order `sort` */
export function toCompanyTransactionPage(
  rows: TransactionListRow[],
  page: PageForm,
  names: LoadAccountNames,
): Promise<TransactionPage<CompanyTransaction>> {
  const show = (row: TransactionListRow, named: AccountNamesById) => {
    const { first_name: first, last_name: last, site_name: siteName = null } = named.get(row.account_id) ?? {}
    const accountName = `${first ?? ''} ${last ?? ''}`.trim()
    return { ...toTransaction(row, named), accountName, siteName, ...shownDeletionOf(row, named) }
  }
  return toTransactionPage(rows, page, show, names)
}

async function toTransactionPage<Shown, Known>(
  rows: TransactionListRow[],
  { limit, sort }: PageForm,
  show: (row: TransactionListRow, named: Known) => Shown,
  names: (ids: Set<string>) => Promise<Known>,
): Promise<TransactionPage<Shown>> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last ? { next: formatCursorAfter(last, sort) } : {}
  const named = await names(accountIdsNamedBy(shown))
  return { rows: shown.map((row) => show(row, named)), ...next }
}
