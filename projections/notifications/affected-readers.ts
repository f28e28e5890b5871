import { type Entry, entriesOf, type LedgerEvent } from '@ledger/contracts/events/event-types.ts'
import type { ChangeKind } from '@ledger/contracts/http/change-notification.ts'
import type { Role } from '@ledger/contracts/roles.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'

/** Everybody of head office, who sees everything. */
export const OFFICE_READER = 'office'
/** All site incharges, whose list of supervisors is the same. */
export const INCHARGES_READER = 'incharges'

/** For whom something changed (an inner account id, OFFICE or INCHARGES), and what. */
export type AffectedReader = readonly [reader: string, what: readonly ChangeKind[]]

/** As whom somebody reads: all the readers of `Touched` that mean this account. */
export function readerIdsOf({ accountId, role }: { accountId: string; role: Role }): string[] {
  if (role === 'admin' || role === 'auditor') return [OFFICE_READER]
  return role === 'site_incharge' ? [accountId, INCHARGES_READER] : [accountId]
}

/** Whose lists show an event differently than before it, once the read models hold it; nobody's, where it changes no list. */
export async function findAffectedReaders(
  db: Kysely<Database>,
  companyId: string,
  event: LedgerEvent,
): Promise<AffectedReader[]> {
  switch (event.type) {
    case 'AccountOpened':
      return affectedByAccount(event.data.role)
    case 'AccountDisabled':
    case 'AccountEnabled':
    case 'AccountClosed':
      return affectedByAccount(event.data.account.role)
    case 'AccountEdited':
      // One that the directory does not know, because it has stopped, may be anybody.
      return affectedByAccount((await readAccountRole(db, companyId, event.data.account)) ?? 'supervisor')
    default:
      // Before and after: an edit may concern somebody else than before.
      return Object.values(entriesOf(event)).flatMap(affectedByEntry)
  }
}

function affectedByEntry(entry: Entry): AffectedReader[] {
  const account = entry.account.id
  switch (entry.kind) {
    case 'credit':
      return [OFFICE_READER, account].map((reader) => [reader, ['balance', 'transactions']])
    case 'debit':
      return [OFFICE_READER, account].map((reader) => [reader, ['balance', 'transactions', 'beneficiaries']])
    case 'transfer':
      return [
        [OFFICE_READER, ['balance', 'transactions']],
        // Whom one sent money last stands first among those whom one can send some.
        [account, ['balance', 'transactions', 'people']],
        [entry.counterparty.id, ['balance', 'transactions']],
      ]
  }
}

/** Rows keep the names of their day; what somebody is called today stands in the lists of people, and in all lists of head office. */
function affectedByAccount(role: Role): AffectedReader[] {
  const office: AffectedReader = [OFFICE_READER, ['people']]
  return role === 'supervisor' ? [office, [INCHARGES_READER, ['people']]] : [office]
}

async function readAccountRole(db: Kysely<Database>, companyId: string, account: string): Promise<Role | undefined> {
  const found = await db
    .selectFrom('directory')
    .select('role')
    .where('company_id', '=', companyId)
    .where('account_id', '=', account)
    .executeTakeFirst()
  return found?.role
}
