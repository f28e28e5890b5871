import type { OfficeUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { parsePublicId, publicIdFor } from '@ledger/contracts/public-account-id.ts'
import { FIELD_ROLES, type Role } from '@ledger/contracts/roles.ts'
import { OPTIMIZER_FENCE } from '@ledger/database/connection/optimizer-fence.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'

/** An account with its current contact details. */
export interface AccountContact {
  accountId: string
  /** The account is deleted; another account may have its number since. */
  closed: boolean
  mobile: string
  email: string | null
}

/** Returns the account that a public id names: the account that has the number now, else the last one that had it. */
export async function findAccountByPublicId(
  db: Kysely<Database>,
  companyId: string,
  id: string,
  role: Role,
): Promise<AccountContact | undefined> {
  const named = parsePublicId(id)
  if (named?.role !== role) return undefined
  const row = await db
    .selectFrom('contacts')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('account_states')
          .select(['role', 'status'])
          .where('company_id', '=', companyId)
          .whereRef('account_id', '=', 'contacts.account_id')
          .offset(OPTIMIZER_FENCE)
          .as('account'),
      (join) => join.onTrue(),
    )
    .select(['contacts.account_id', 'status', 'mobile', 'email'])
    .where('contacts.company_id', '=', companyId)
    .where('mobile', '=', named.mobile)
    .where('role', '=', role)
    .orderBy(sql`status = 'closed'`)
    .orderBy('contacts.account_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row?.mobile == null) return undefined
  return { accountId: row.account_id, closed: row.status === 'closed', mobile: row.mobile, email: row.email }
}

/** Returns the same for an account that is not deleted. */
export async function findOpenAccountByPublicId(db: Kysely<Database>, companyId: string, id: string, role: Role) {
  const person = await findAccountByPublicId(db, companyId, id, role)
  return person?.closed ? undefined : person
}

/**
 * Returns the public ids of accounts: the alias for field users, the inner id for head office and for deleted accounts.
 */
export async function loadPublicIds(
  db: Kysely<Database>,
  companyId: string,
  accountIds: string[],
): Promise<(id: string) => string> {
  const { rows } = await sql<{ account_id: string; role: Role; mobile: string | null }>`
    SELECT id AS account_id, role, mobile FROM unnest(${accountIds}::uuid[]) AS asked (id)
    CROSS JOIN LATERAL (SELECT mobile FROM contacts WHERE company_id = ${companyId} AND account_id = id OFFSET ${OPTIMIZER_FENCE}) AS contact
    CROSS JOIN LATERAL (SELECT role FROM account_states
      WHERE company_id = ${companyId} AND account_id = id AND status <> 'closed' OFFSET ${OPTIMIZER_FENCE}) AS account`.execute(
    db,
  )
  const aliases = new Map<string, string>()
  for (const { account_id, role, mobile } of rows) {
    if (mobile !== null && FIELD_ROLES.includes(role)) aliases.set(account_id, publicIdFor(role, mobile))
  }
  return (id) => aliases.get(id) ?? id
}

/** Returns a person of head office by the inner id. */
export async function findOfficeUser(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
): Promise<OfficeUser | undefined> {
  const row = await db
    .selectFrom('account_states')
    .innerJoin('contacts', (join) =>
      join
        .onRef('contacts.company_id', '=', 'account_states.company_id')
        .onRef('contacts.account_id', '=', 'account_states.account_id'),
    )
    .select(['first_name', 'last_name', 'role', 'email'])
    .where('account_states.company_id', '=', companyId)
    .where('account_states.account_id', '=', accountId)
    .executeTakeFirst()
  const name = row && `${row.first_name} ${row.last_name}`.trim()
  return row && { id: accountId, name: name ?? '', email: row.email ?? '', role: row.role }
}
