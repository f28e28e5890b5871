import type { CompanyTransaction, Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import type { Role } from '@ledger/contracts/roles.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import type { AccountNamesById, LoadAccountNames } from '../account-identity-loader.ts'
import { formatCursorAfter } from '../paging/transaction-order-and-cursor.ts'
import type { LoadNewestTransactions } from './newest-transactions-loader.ts'
import {
  type AccountIdentities,
  type AccountIdentity,
  accountIdsNamedBy,
  shownDeletionOf,
  toTransaction,
} from './row-to-transaction.ts'
import type { TransactionListRow } from './transaction-list-columns.ts'
import { findTransactionRow, readTransactionPage, type TransactionPageQuery } from './transaction-query.ts'

/** The dependencies of a query for a list. */
export interface TransactionQueryContext {
  db: Kysely<Database>
  companyId: string
  names: LoadAccountNames
  /** Beneficiaries have the names that were typed, as a proof has them, and not those of today. */
  asTyped?: boolean
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

type OwnPageQuery = Omit<TransactionPageQuery, 'accountId' | 'showsOwners'>

/** A larger page is read by a query of its own. */
const MAX_JOINT_PAGE_ROWS = 200

/** Returns the transactions of the caller. */
export async function listOwnTransactions(
  { newest, ...context }: TransactionQueryContext & { newest: LoadNewestTransactions },
  owner: ListOwner,
  query: OwnPageQuery,
): Promise<TransactionPage<Transaction>> {
  const { db, companyId, names } = context
  const { accountId } = owner
  const { limit, ...narrowed } = query
  const isFirst = limit <= MAX_JOINT_PAGE_ROWS && Object.values(narrowed).every((value) => value === undefined)
  const rows =
    (isFirst && (await newest(accountId, limit + 1))) ||
    (await readTransactionPage(db, companyId, { ...query, accountId }))
  return toTransactionPage({ ...context, names: namesWithOwner(owner, names) }, rows, query, toTransaction)
}

/** Returns a page of the caller's transactions that a filter leaves. */
export async function listOwnRows(
  context: TransactionQueryContext,
  owner: ListOwner,
  query: OwnPageQuery,
): Promise<TransactionPage<Transaction>> {
  const { db, companyId, names } = context
  const rows = await readTransactionPage(db, companyId, { ...query, accountId: owner.accountId })
  return toTransactionPage({ ...context, names: namesWithOwner(owner, names) }, rows, query, toTransaction)
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
  if (!row) return undefined
  const named = await namesWithOwner(owner, names)(accountIdsNamedBy([row]))
  return toTransaction(row, named)
}

/** Looks up all accounts. The owner's public id is that of the session, also while the directory is stopped. */
function namesWithOwner({ accountId, role, mobile }: ListOwner, names: LoadAccountNames) {
  return async (ids: Set<string>): Promise<AccountIdentities> => {
    const found = await names(ids)
    const { site_name = null, sites = [] } = found.get(accountId) ?? {}
    const own: AccountIdentity = { role, mobile, status: 'active', site_name, sites }
    return new Map<string, AccountIdentity>(found).set(accountId, own)
  }
}

/**
 * Returns the transactions of all accounts, or of one, with their owners; deleted ones where the query asks for them.
 */
export async function listCompanyTransactions(
  context: TransactionQueryContext,
  query: TransactionPageQuery,
): Promise<TransactionPage<CompanyTransaction>> {
  const rows = await readTransactionPage(context.db, context.companyId, { ...query, showsOwners: true })
  return toCompanyTransactionPage(context, rows, query)
}

/** @param rows as `readTransactionPage` returns them, for a page of `limit` rows in the order `sort` */
export function toCompanyTransactionPage(
  context: TransactionQueryContext,
  rows: TransactionListRow[],
  page: PageForm,
): Promise<TransactionPage<CompanyTransaction>> {
  const show = (row: TransactionListRow, named: AccountNamesById, asTyped: boolean) => {
    const { first_name: first, last_name: last } = named.get(row.account_id) ?? {}
    const accountName = `${first ?? ''} ${last ?? ''}`.trim()
    return { ...toTransaction(row, named, asTyped), accountName, ...shownDeletionOf(row, named) }
  }
  return toTransactionPage(context, rows, page, show)
}

/** Accounts are looked up for the shown rows alone. */
async function toTransactionPage<Shown, Known>(
  { names, asTyped = false }: { names: (ids: Set<string>) => Promise<Known>; asTyped?: boolean | undefined },
  rows: TransactionListRow[],
  { limit, sort }: PageForm,
  show: (row: TransactionListRow, named: Known, asTyped: boolean) => Shown,
): Promise<TransactionPage<Shown>> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last ? { next: formatCursorAfter(last, sort) } : {}
  const named = await names(accountIdsNamedBy(shown))
  return { rows: shown.map((row) => show(row, named, asTyped)), ...next }
}
