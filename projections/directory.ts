import type { LedgerEvent } from '@ledger/contracts/events.ts'
import type { FieldRole } from '@ledger/contracts/roles.ts'
import { publicId } from '@ledger/contracts/roles.ts'
import type { SiteUser } from '@ledger/contracts/shapes.ts'
import type { Database } from '@ledger/migrations/tables.ts'
import { type Kysely, sql } from 'kysely'
import { toBalance } from './balances.ts'
import { CannotTake, type Projection } from './projection.ts'

/** Who there is: names, sites, roles, status. Mobile numbers and e-mail addresses are joined when it is read. */
export const directory: Projection = { name: 'directory', tables: ['directory'], apply }

async function apply(db: Kysely<Database>, companyId: string, events: LedgerEvent[]): Promise<void> {
  const opened = events.filter((event) => event.type === 'AccountOpened')
  if (opened.length > 0) await insertOpened(db, companyId, opened)
  for (const event of events) {
    const change = changeOf(event)
    if (!change) continue
    const { numUpdatedRows } = await db
      .updateTable('directory')
      .set(change.set)
      .where('company_id', '=', companyId)
      .where('account_id', '=', change.account)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n)
      throw new CannotTake(`${event.type} at ${event.position} names an account that was never opened`)
  }
}

type Opened = Extract<LedgerEvent, { type: 'AccountOpened' }>

async function insertOpened(db: Kysely<Database>, companyId: string, opened: Opened[]): Promise<void> {
  const rows = opened.map(({ position, data: { account, role, profile } }) => ({
    company_id: companyId,
    account_id: account,
    role,
    status: 'active' as const,
    first_name: profile.firstName,
    last_name: profile.lastName,
    site_name: profile.site,
    opened_position: position,
  }))
  await sql`
    INSERT INTO directory (company_id, account_id, role, status, first_name, last_name, site_name, opened_position)
    SELECT * FROM unnest(${rows.map((row) => row.company_id)}::uuid[], ${rows.map((row) => row.account_id)}::uuid[],
      ${rows.map((row) => row.role)}::text[], ${rows.map((row) => row.status)}::text[], ${rows.map((row) => row.first_name)}::text[],
      ${rows.map((row) => row.last_name)}::text[], ${rows.map((row) => row.site_name)}::text[],
      ${rows.map((row) => row.opened_position)}::bigint[])`.execute(db)
}

interface Change {
  account: string
  set:
    | { status: 'active' | 'disabled' | 'closed' }
    | { first_name: string; last_name: string; site_name: string | null }
}

function changeOf(event: LedgerEvent): Change | undefined {
  switch (event.type) {
    case 'AccountEdited': {
      const { firstName, lastName, site } = event.data.after
      return { account: event.data.account, set: { first_name: firstName, last_name: lastName, site_name: site } }
    }
    case 'AccountDisabled':
      return { account: event.data.account.id, set: { status: 'disabled' } }
    case 'AccountEnabled':
      return { account: event.data.account.id, set: { status: 'active' } }
    case 'AccountClosed':
      return { account: event.data.account.id, set: { status: 'closed' } }
    default:
      return undefined
  }
}

/** The most people that one list shows. */
const MAX_LISTED = 1000

/** Everybody of a role who is not deleted, by name, with the balance. An account without a site has `siteName` null. */
export async function listUsers(db: Kysely<Database>, companyId: string, role: FieldRole): Promise<SiteUser[]> {
  const rows = await users(db, companyId)
    .where('directory.role', '=', role)
    .orderBy('first_name')
    .orderBy('last_name')
    .limit(MAX_LISTED)
    .execute()
  return rows.map(toUser)
}

/** One person by the inner id; undefined where there is none or the account is deleted. */
export async function findUser(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
): Promise<SiteUser | undefined> {
  const row = await users(db, companyId).where('directory.account_id', '=', accountId).executeTakeFirst()
  return row && toUser(row)
}

function users(db: Kysely<Database>, companyId: string) {
  return db
    .selectFrom('directory')
    .innerJoin('contacts', (join) =>
      join
        .onRef('contacts.company_id', '=', 'directory.company_id')
        .onRef('contacts.account_id', '=', 'directory.account_id'),
    )
    .innerJoin('balances', (join) =>
      join
        .onRef('balances.company_id', '=', 'directory.company_id')
        .on(sql<boolean>`balances.account_id = directory.account_id::text`),
    )
    .select(['directory.role', 'directory.status', 'first_name', 'last_name', 'site_name', 'mobile', 'email'])
    .select(['received_paise', 'spent_paise'])
    .where('directory.company_id', '=', companyId)
    .where('directory.status', '!=', 'closed')
}

type UserRow = Awaited<ReturnType<ReturnType<typeof users>['executeTakeFirstOrThrow']>>

function toUser(row: UserRow): SiteUser {
  const mobile = row.mobile ?? ''
  return {
    id: publicId(row.role, mobile),
    role: row.role,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    mobile,
    siteName: row.site_name,
    status: row.status === 'disabled' ? 'disabled' : 'active',
    siteBalance: toBalance(row.received_paise, row.spent_paise),
  }
}
