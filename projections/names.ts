import type { Role } from '@ledger/contracts/roles.ts'
import { askedTogether } from '@ledger/database/asked-together.ts'
import { plannedOnce } from '@ledger/database/planned-once.ts'
import type { Database, RowOf } from '@ledger/database/tables.ts'
import { type Kysely, sql } from 'kysely'

/** What an account that a row names is called today, and the number that its public id is made of. */
export interface Named {
  role: Role | null
  status: RowOf<'directory'>['status'] | null
  first_name: string | null
  last_name: string | null
  site_name: string | null
  mobile: string | null
}

/** By inner id. */
export type Names = ReadonlyMap<string, Named>

/** What is known of accounts, read after it was asked for. */
export type NamesOf = (accountIds: Iterable<string>) => Promise<Names>

/**
 * One for each process. A page of a list names few people, most of them on every row: each is looked up once, and those of all pages that
 * are being answered by one query.
 */
export function openNames(db: Kysely<Database>, companyId: string): NamesOf {
  const lookTogether = askedTogether<string, Named | undefined>(async (ids) => {
    const names = await readNames(db, companyId, ids)
    return (id) => names.get(id)
  })
  return async (accountIds) => {
    const ids = [...new Set(accountIds)]
    const found = await Promise.all(ids.map(lookTogether))
    return new Map(ids.flatMap((id, index) => (found[index] === undefined ? [] : [[id, found[index]]])))
  }
}

async function readNames(db: Kysely<Database>, companyId: string, ids: string[]): Promise<Map<string, Named>> {
  const { rows } = await sql<Named & { account_id: string }>`
    SELECT id AS account_id, role, status, first_name, last_name, site_name, mobile
    FROM unnest(${plannedOnce(ids)}::uuid[]) AS asked (id)
    LEFT JOIN directory d ON d.company_id = ${companyId} AND d.account_id = id
    LEFT JOIN contacts c ON c.company_id = ${companyId} AND c.account_id = id`.execute(db)
  return new Map(rows.map(({ account_id, ...named }) => [account_id, named]))
}
