import type { Role } from '@ledger/contracts/roles.ts'
import { askedTogether, byCompany, inColumns, type OfCompany } from '@ledger/database/asked-together.ts'
import { BY_KEY } from '@ledger/database/by-key.ts'
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
 * @param mayJoin whether several companies may be in one query
 */
export function openNames(db: Kysely<Database>, mayJoin: boolean): OfCompany<NamesOf> {
  const lookTogether = askedTogether<string, Named | undefined>(
    {
      async ofOne(companyId, ids) {
        const names = await readNames(db, companyId, ids)
        return (id) => names.get(id)
      },
      async ofSeveral(asked) {
        const { companyIds, keys } = inColumns(asked)
        const { rows } = await sql<Named & { company_id: string; account_id: string }>`
          SELECT asked.company_id, asked.id AS account_id, role, status, first_name, last_name, site_name, mobile
          FROM unnest(${plannedOnce(companyIds)}::uuid[], ${plannedOnce(keys)}::uuid[]) AS asked (company_id, id)
          LEFT JOIN LATERAL (SELECT * FROM directory
            WHERE company_id = asked.company_id AND account_id = asked.id OFFSET ${BY_KEY}) d ON true
          LEFT JOIN LATERAL (SELECT * FROM contacts
            WHERE company_id = asked.company_id AND account_id = asked.id OFFSET ${BY_KEY}) c ON true`.execute(db)
        return byCompany(rows, (row) => row.account_id)
      },
    },
    mayJoin,
  )
  return (companyId) => {
    const lookUp = lookTogether(companyId)
    return async (accountIds) => {
      const ids = [...new Set(accountIds)]
      const found = await Promise.all(ids.map(lookUp))
      return new Map(ids.flatMap((id, index) => (found[index] === undefined ? [] : [[id, found[index]]])))
    }
  }
}

async function readNames(db: Kysely<Database>, companyId: string, ids: string[]): Promise<Map<string, Named>> {
  const { rows } = await sql<Named & { account_id: string }>`
    SELECT asked.id AS account_id, role, status, first_name, last_name, site_name, mobile
    FROM unnest(${plannedOnce(ids)}::uuid[]) AS asked (id)
    LEFT JOIN LATERAL (SELECT * FROM directory
      WHERE company_id = ${companyId} AND account_id = asked.id OFFSET ${BY_KEY}) d ON true
    LEFT JOIN LATERAL (SELECT * FROM contacts
      WHERE company_id = ${companyId} AND account_id = asked.id OFFSET ${BY_KEY}) c ON true`.execute(db)
  return new Map(rows.map(({ account_id, ...named }) => [account_id, named]))
}
