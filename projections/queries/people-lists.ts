import type {
  OfficeUser,
  SiteSupervisorBalance,
  SiteUser,
  Supervisor,
  TransferPayee,
} from '@ledger/contracts/http/people/account-schemas.ts'
import type { PeopleQuery } from '@ledger/contracts/http/query-parameters.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { publicIdFor } from '@ledger/contracts/public-account-id.ts'
import { type FieldRole, OFFICE_ROLES, type OfficeRole } from '@ledger/contracts/roles.ts'
import { sortByName } from '@ledger/contracts/text/name-order.ts'
import { splitSearchWords } from '@ledger/contracts/text/search-words.ts'
import { OPTIMIZER_FENCE } from '@ledger/database/connection/optimizer-fence.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { formatBalance } from './format-balance.ts'
import { findPartiesNamed, type PartiesNamed } from './search/find-parties-named.ts'
import { findSpellings } from './search/find-spellings.ts'
import { hasAnyWordSql } from './search/word-sql.ts'
import { readLastTransfers } from './transfers/last-transfers.ts'

/** The most people in one list. */
const MAX_LISTED_ACCOUNTS = 1000

/** A page of people, and the cursor of the next one where there is one. */
export interface AccountPage<Row> {
  rows: Row[]
  next?: string
  /** How many there are in all. */
  count: number
}

/**
 * Returns the site incharges who are not deleted, by name, with their balances; `q` searches mobile number, name and
 * site, also those of before.
 */
export const listIncharges = (db: Kysely<Database>, companyId: string, page: PeopleQuery) =>
  listFieldUsers(db, companyId, 'site_incharge', page, rowToIncharge)

/** Returns the same of the supervisors, each with the site of today, by whose name `q` finds them, too. */
export const listSupervisors = (db: Kysely<Database>, companyId: string, page: PeopleQuery) =>
  listFieldUsers(db, companyId, 'supervisor', page, toSupervisor)

async function listFieldUsers<Shown>(
  db: Kysely<Database>,
  companyId: string,
  role: FieldRole,
  page: PeopleQuery,
  show: (row: UserRow) => Shown,
): Promise<AccountPage<Shown>> {
  const offset = Number(/^\d{1,9}$/.exec(page.cursor ?? '')?.[0] ?? 0)
  const words = splitSearchWords(page.q ?? '')
  const spellings = await findSpellings(db, companyId, words)
  const named = await findPartiesNamed(db, companyId, spellings)
  const shown = sql`concat_ws(' ', first_name, last_name, site_name, mobile)`
  const found = await spellings
    .reduce(
      (query, word, place) =>
        query.where(
          sql<boolean>`(${hasAnyWordSql(shown, word)} OR directory.account_id = ANY (${idsOfNamed(named[place])}::uuid[]))`,
        ),
      selectPeople(db, companyId).where('directory.role', '=', role),
    )
    .select(['directory.account_id', 'first_name', 'last_name'])
    .orderBy('directory.account_id')
    .execute()
  // The server's collations may have no language, so all names are sorted here, and then the page is read.
  const ids = sortByName(found, page.language, rowFullName).map((row) => row.account_id)
  const next = ids.length > offset + page.limit ? { next: String(offset + page.limit) } : {}
  const rows = await readUsersInOrder(db, companyId, ids.slice(offset, offset + page.limit))
  return { rows: rows.map(show), ...next, count: ids.length }
}

/** Returns the people that a word names, and those who work today at a site that it names. */
const idsOfNamed = (
  { owners, spans }: Pick<PartiesNamed, 'owners' | 'spans'> = { owners: [], spans: [] },
): string[] => [...owners, ...spans.flatMap(({ accountId, until }) => (until === undefined ? accountId : []))]

const rowFullName = (row: Pick<UserRow, 'first_name' | 'last_name'>) => `${row.first_name} ${row.last_name}`.trim()

async function readUsersInOrder(db: Kysely<Database>, companyId: string, ids: readonly string[]): Promise<UserRow[]> {
  if (ids.length === 0) return []
  // Both conditions are needed, as in findFieldUser.
  const rows = await selectUsers(db, companyId)
    .where(sql<boolean>`directory.account_id = ANY (${ids}::uuid[])`)
    .where(sql<boolean>`balances.account_id = ANY (${ids}::text[])`)
    .execute()
  const byId = new Map(rows.map((row) => [row.account_id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * Returns the active supervisors: first those to whom an account sent money, the latest first, then the others by name.
 */
export async function listTransferPayees(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
): Promise<TransferPayee[]> {
  const [rows, last] = await Promise.all([
    selectUsers(db, companyId)
      .where('directory.role', '=', 'supervisor')
      .where('directory.status', '=', 'active')
      .orderBy('first_name')
      .orderBy('last_name')
      .limit(MAX_LISTED_ACCOUNTS)
      .execute(),
    readLastTransfers(db, companyId, accountId),
  ])
  const payees = sortByName(rows, 'en', rowFullName).map((row) => {
    const { id, firstName, lastName, email } = rowToFieldUser(row)
    return { id, firstName, lastName, email, ...(last.get(row.account_id) ?? NEVER_SENT) }
  })
  // The sort is stable: supervisors without a transfer keep their order.
  return payees.toSorted((a, b) => compareText(b.lastTransfer ?? '', a.lastTransfer ?? ''))
}

const NEVER_SENT = { lastTransfer: null, lastSent: null }
const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Returns the supervisors who work at a site today and are not deleted, by name, with what each has. */
export async function listSupervisorsOfSite(
  db: Kysely<Database>,
  companyId: string,
  siteId: string,
): Promise<SiteSupervisorBalance[]> {
  const rows = await selectUsers(db, companyId)
    .where('directory.role', '=', 'supervisor')
    .where(
      sql<boolean>`directory.account_id IN
        (SELECT account_id FROM supervisor_sites WHERE company_id = ${companyId} AND site_id = ${siteId})`,
    )
    .where(sql<boolean>`(SELECT site_id FROM (${assignedSql(companyId)}) AS assigned) = ${siteId}`)
    .limit(MAX_LISTED_ACCOUNTS)
    .execute()
  return sortByName(rows, 'en', rowFullName).map((row) => ({
    name: rowFullName(row),
    currentBalance: formatBalance(row.received_paise, row.spent_paise).currentBalance,
  }))
}

/** Returns the users of head office who are not deleted, by name; of one role where it is given. */
export async function listOfficeUsers(
  db: Kysely<Database>,
  companyId: string,
  role?: OfficeRole,
): Promise<OfficeUser[]> {
  const rows = await selectUsers(db, companyId)
    .where('directory.role', 'in', role === undefined ? OFFICE_ROLES : [role])
    .orderBy('first_name')
    .limit(MAX_LISTED_ACCOUNTS)
    .execute()
  return sortByName(rows, 'en', rowFullName).map((row) => ({
    id: row.account_id,
    name: rowFullName(row),
    email: row.email ?? '',
    role: row.role,
  }))
}

/** Returns one person by the inner id; undefined where there is none or the account is deleted. */
export async function findFieldUser(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
): Promise<SiteUser | Supervisor | undefined> {
  // Both conditions are needed: the planner does not derive the second from the first, and would read all balances.
  const row = await selectUsers(db, companyId)
    .where('directory.account_id', '=', accountId)
    .where('balances.account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) return undefined
  return row.role === 'supervisor' ? toSupervisor(row) : rowToFieldUser(row)
}

/** Selects the people who are not deleted. */
function selectPeople(db: Kysely<Database>, companyId: string) {
  return db
    .selectFrom('directory')
    .innerJoin('contacts', (join) =>
      join
        .onRef('contacts.company_id', '=', 'directory.company_id')
        .onRef('contacts.account_id', '=', 'directory.account_id'),
    )
    .where('directory.company_id', '=', companyId)
    .where('directory.status', '!=', 'closed')
}

/** Selects the same with what a list shows of them. */
function selectUsers(db: Kysely<Database>, companyId: string) {
  return selectPeople(db, companyId)
    .innerJoin('balances', (join) =>
      join
        .onRef('balances.company_id', '=', 'directory.company_id')
        .on(sql<boolean>`balances.account_id = directory.account_id::text`),
    )
    .select([
      'directory.account_id',
      'directory.role',
      'directory.status',
      'first_name',
      'last_name',
      'site_name',
      'mobile',
      'email',
    ])
    .select(['received_paise', 'spent_paise', 'alert_paise'])
    .select([siteFromSql(companyId).as('site_from'), siteMobileSql(companyId).as('site_mobile')])
}

/** Returns the last assignment of the account `directory.account_id` to a site: that of today. */
const assignedSql = (companyId: string) => sql`SELECT site_id, from_day FROM supervisor_sites
  WHERE company_id = ${companyId} AND account_id = directory.account_id ORDER BY position DESC LIMIT 1`
const siteFromSql = (companyId: string) =>
  sql<string | null>`(SELECT from_day FROM (${assignedSql(companyId)}) AS assigned)`
const siteMobileSql = (companyId: string) => sql<string | null>`
  (SELECT c.mobile FROM (${assignedSql(companyId)}) AS assigned
    CROSS JOIN LATERAL (SELECT status FROM directory
      WHERE company_id = ${companyId} AND account_id = assigned.site_id OFFSET ${OPTIMIZER_FENCE}) AS site
    CROSS JOIN LATERAL (SELECT mobile FROM contacts
      WHERE company_id = ${companyId} AND account_id = assigned.site_id OFFSET ${OPTIMIZER_FENCE}) AS c
    WHERE site.status <> 'closed')`

type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>['executeTakeFirstOrThrow']>>
/** The columns of a person that everybody may see. */
type FieldUserRow = Omit<UserRow, 'alert_paise' | 'site_from' | 'site_mobile'>

/** Returns an incharge with the alert level, which head office sees. */
function rowToIncharge(row: UserRow): SiteUser {
  return { ...rowToFieldUser(row), alertLevel: row.alert_paise === null ? null : formatAmount(row.alert_paise) }
}

/** Returns a person as lists show them. */
export function rowToFieldUser(row: FieldUserRow): SiteUser {
  return { ...toFieldUser(row), siteName: row.site_name }
}

function toSupervisor(row: UserRow): Supervisor {
  const { site_mobile: mobile, site_from: siteFrom } = row
  return { ...toFieldUser(row), siteId: mobile === null ? null : publicIdFor('site_incharge', mobile), siteFrom }
}

/** Returns the fields that incharges and supervisors have in common. */
function toFieldUser(row: FieldUserRow): Omit<SiteUser, 'siteName'> {
  const mobile = row.mobile ?? ''
  return {
    id: publicIdFor(row.role, mobile),
    role: row.role,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    mobile,
    status: row.status === 'disabled' ? 'disabled' : 'active',
    siteBalance: formatBalance(row.received_paise, row.spent_paise),
  }
}
