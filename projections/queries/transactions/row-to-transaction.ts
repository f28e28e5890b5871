import type { Bill } from '@ledger/contracts/bill-schemas.ts'
import { dayOf, type Instant } from '@ledger/contracts/dates.ts'
import type { CompanyTransaction, Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { publicIdFor } from '@ledger/contracts/public-account-id.ts'
import { FIELD_ROLES } from '@ledger/contracts/roles.ts'
import type { NOT_DELETED, RowReviews, StoredTransactionRow } from '../../read-models/transaction-rows-from-events.ts'
import type { AccountNameRow } from '../account-identity-loader.ts'
import { siteOnDay } from '../sites/assignment-periods.ts'
import type { TransactionListRow } from './transaction-list-columns.ts'

/** Returns the inner ids of the accounts that rows show by a public id, each once. */
export function accountIdsNamedBy(rows: readonly TransactionListRow[]): Set<string> {
  const ids = new Set<string>()
  for (const { account_id, recorded_by, recorded_by_role, deleted_by, deleted_by_role } of rows) {
    ids.add(account_id)
    if (asFieldRole(recorded_by_role)) ids.add(recorded_by)
    if (deleted_by !== null && deleted_by_role !== null && asFieldRole(deleted_by_role)) ids.add(deleted_by)
  }
  return ids
}

/** The fields that an account's public id is made of, and its sites. */
export type AccountIdentity = Pick<AccountNameRow, 'role' | 'status' | 'mobile' | 'site_name' | 'sites'>
/** By inner id. */
export type AccountIdentities = ReadonlyMap<string, AccountIdentity>

/**
 * Returns a row of a list as the API shows it, with the public ids of the accounts that it names, and the name that its
 * beneficiary has now.
 * @param asTyped the beneficiary has the name that was typed instead
 */
export function toTransaction(row: TransactionListRow, named: AccountIdentities, asTyped = false): Transaction {
  const shown = rowToTransaction(row, {
    userId: publicAccountId(row.account_id, named),
    recordedBy: shownPerson(row.recorded_by, row.recorded_by_name, row.recorded_by_role, named),
    site: siteOfRow(row, named),
    recipient: asTyped ? row.recipient : (row.current_recipient ?? row.recipient),
    voucher: row.voucher,
  })
  if (shown.bills.length > 0) shown.bills = shown.bills.map(inContractOrder)
  return shown
}

/** The log has the fields in alphabetical order, the contract does not. */
const inContractOrder = ({ id, type, width, height }: Bill): Bill => ({ id, type, width, height })

/** The columns of a row that do not depend on the accounts that it names. */
type ShownRowColumns = Omit<
  StoredTransactionRow,
  'account_id' | 'position' | 'beneficiary_id' | keyof RowReviews | keyof typeof NOT_DELETED | `recorded_by${string}`
>

/** The fields of a transaction that do not follow from its row alone. */
interface FieldsBesideRow {
  /** The public id of the account. */
  userId: string
  recordedBy: Transaction['recordedBy']
  site: SiteOfRow
  recipient: string
  voucher: string | null
}

/** Returns a row as the API shows it, with its fields in the order of the contract. */
export function rowToTransaction(
  row: ShownRowColumns,
  { userId, recordedBy, site, recipient, voucher }: FieldsBesideRow,
): Transaction {
  return {
    id: row.row_id,
    type: row.type,
    amount: formatAmount(row.paise),
    date: row.date,
    recordedAt: row.recorded_at,
    recipient,
    purpose: row.purpose,
    paymentMode: row.payment_mode,
    narration: row.narration,
    reference: row.reference,
    userId,
    isTransfer: row.transfer_from !== null,
    transferFrom: row.transfer_from,
    transferTo: row.transfer_to,
    revision: row.revision,
    recordedBy,
    voucher,
    acknowledgedAt: row.acknowledged_at,
    bills: row.bills === null ? [] : (JSON.parse(row.bills) as Bill[]),
    siteId: site.siteId,
    siteName: site.siteName,
  }
}

type SiteOfRow = Pick<Transaction, 'siteId' | 'siteName'>

/** Returns the site of the row's account on its date: an incharge's own, or that to which a supervisor was assigned. */
function siteOfRow({ account_id, date }: TransactionListRow, named: AccountIdentities): SiteOfRow {
  const account = named.get(account_id)
  if (account?.role === 'site_incharge')
    return { siteId: publicAccountId(account_id, named), siteName: account.site_name }
  return siteOfSupervisor(account?.sites ?? [], date)
}

/** Returns the site to which a supervisor was assigned on a date. */
export function siteOfSupervisor(sites: AccountNameRow['sites'], date: Instant): SiteOfRow {
  const site = siteOnDay(sites, dayOf(date))
  if (site === null) return { siteId: null, siteName: null }
  return { siteId: publicIdOf(site.accountId, { role: 'site_incharge', ...site }), siteName: site.siteName }
}

/** Returns when and by whom the transaction of a row was deleted; nothing where it was not. */
export function shownDeletionOf(
  row: TransactionListRow,
  named: AccountIdentities,
): Pick<CompanyTransaction, 'deleted'> {
  const { deleted_at: at, deleted_by: id, deleted_by_name: name, deleted_by_role: as } = row
  if (at === null || id === null || name === null || as === null) return {}
  return { deleted: { at, by: shownPerson(id, name, as, named) } }
}

/**
 * Returns the public id of an account; the inner id for a deleted one, whose number may belong to another account by
 * now.
 */
function publicAccountId(accountId: string, named: AccountIdentities): string {
  return publicIdOf(accountId, named.get(accountId))
}

function publicIdOf(
  accountId: string,
  account: Pick<AccountNameRow, 'role' | 'status' | 'mobile'> | undefined,
): string {
  const { role, mobile, status } = account ?? {}
  return role == null || mobile == null || status === 'closed' ? accountId : publicIdFor(role, mobile)
}

/** Returns a field user with the public id, and a head-office user with the inner one. */
export function shownPerson(
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
