import type { ChangeKind } from '@ledger/contracts/changes.ts'
import { type Entry, entriesOf, type LedgerEvent } from '@ledger/contracts/events.ts'
import type { Role } from '@ledger/contracts/roles.ts'
import type { Database } from '@ledger/database/tables.ts'
import type { Kysely } from 'kysely'

/** Everybody of head office, who sees everything. */
export const OFFICE = 'office'
/** All site incharges, whose list of supervisors is the same. */
export const INCHARGES = 'incharges'

/** For whom something changed (an inner account id, OFFICE or INCHARGES), and what. */
export type Touched = readonly [reader: string, what: readonly ChangeKind[]]

/** As whom somebody reads: all the readers of `Touched` that mean this account. */
export function readersOf({ accountId, role }: { accountId: string; role: Role }): string[] {
  if (role === 'admin' || role === 'auditor') return [OFFICE]
  return role === 'site_incharge' ? [accountId, INCHARGES] : [accountId]
}

/** Whose lists show an event differently than before it, once the read models hold it; nobody's, where it changes no list. */
export async function touchedBy(db: Kysely<Database>, companyId: string, event: LedgerEvent): Promise<Touched[]> {
  switch (event.type) {
    case 'AccountOpened':
      return touchedByPerson(event.data.role)
    case 'AccountDisabled':
    case 'AccountEnabled':
    case 'AccountClosed':
      return touchedByPerson(event.data.account.role)
    case 'AccountEdited':
      // One that the directory does not know, because it has stopped, may be anybody.
      return touchedByPerson((await roleOf(db, companyId, event.data.account)) ?? 'supervisor')
    default:
      // Before and after: an edit may concern somebody else than before.
      return Object.values(entriesOf(event)).flatMap(touchedByMoney)
  }
}

function touchedByMoney(entry: Entry): Touched[] {
  const account = entry.account.id
  switch (entry.kind) {
    case 'credit':
      return [OFFICE, account].map((reader) => [reader, ['balance', 'transactions']])
    case 'debit':
      return [OFFICE, account].map((reader) => [reader, ['balance', 'transactions', 'beneficiaries']])
    case 'transfer':
      return [
        [OFFICE, ['balance', 'transactions']],
        // Whom one sent money last stands first among those whom one can send some.
        [account, ['balance', 'transactions', 'people']],
        [entry.counterparty.id, ['balance', 'transactions']],
      ]
  }
}

/** Rows keep the names of their day; what somebody is called today stands in the lists of people, and in all lists of head office. */
function touchedByPerson(role: Role): Touched[] {
  const office: Touched = [OFFICE, ['people']]
  return role === 'supervisor' ? [office, [INCHARGES, ['people']]] : [office]
}

async function roleOf(db: Kysely<Database>, companyId: string, account: string): Promise<Role | undefined> {
  const found = await db
    .selectFrom('directory')
    .select('role')
    .where('company_id', '=', companyId)
    .where('account_id', '=', account)
    .executeTakeFirst()
  return found?.role
}
