import { beneficiaryGroupsAfterEvent } from '@ledger/contracts/events/beneficiary-groups-after-event.ts'
import { entryBeforeAndAfter } from '@ledger/contracts/events/entry-before-and-after-event.ts'
import type { Entry, EventData, LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { ChangeKind } from '@ledger/contracts/http/change-notification.ts'
import { OFFICE_ROLES, type Role } from '@ledger/contracts/roles.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'

/** The reader id of all head-office users, who see everything. */
export const OFFICE_READER = 'office'
/** The reader id of all site incharges: they have the same list of supervisors. */
export const INCHARGES_READER = 'incharges'

/** A reader whose lists changed (an inner account id, OFFICE_READER or INCHARGES_READER), and the kinds of lists. */
export type AffectedReader = readonly [reader: string, what: readonly ChangeKind[]]

/** Returns all reader ids of `AffectedReader` that include this account. */
export function readerIdsOf({ accountId, role }: { accountId: string; role: Role }): string[] {
  if (OFFICE_ROLES.includes(role)) return [OFFICE_READER]
  return role === 'site_incharge' ? [accountId, INCHARGES_READER] : [accountId]
}

/**
 * Returns the readers whose lists show an event differently once the read models have applied it; none for an event
 * that changes no list.
 */
export async function findAffectedReaders(
  db: Kysely<Database>,
  companyId: string,
  event: LedgerEvent,
): Promise<AffectedReader[]> {
  switch (event.type) {
    case 'AccountOpened':
      return affectedByAccount(event.data.role)
    case 'AccountRoleChanged':
    case 'AccountDisabled':
    case 'AccountEnabled':
    case 'AccountClosed':
      return affectedByAccount(event.data.account.role)
    case 'AccountEdited':
      // A stopped directory may not know the account: it may have any role.
      return affectedByAccount((await readAccountRole(db, companyId, event.data.account)) ?? 'supervisor')
    case 'SupervisorAssigned': {
      const { account, before, after } = event.data
      const incharges = [before?.site?.id, after.site?.id].filter((id) => id !== undefined)
      return [
        [OFFICE_READER, ['people', 'transactions']],
        [account.id, ['transactions']],
        ...incharges.map((id): AffectedReader => [id, ['people']]),
      ]
    }
    case 'TaxLimitsSet':
    case 'BeneficiaryDetailsChanged':
      return [[OFFICE_READER, ['beneficiaries']]]
    case 'AlertLevelSet':
    case 'OfficeSettingsChanged':
      return [[OFFICE_READER, ['people', 'transactions']]]
    case 'PurposesChanged':
    case 'BudgetSet':
    case 'BooksClosed':
    case 'BooksSealed':
    case 'BooksReopened':
    case 'EntryReviewed':
      return [[OFFICE_READER, ['transactions']]]
    case 'BeneficiaryRenamed':
    case 'BeneficiariesMerged':
    case 'BeneficiariesUnmerged':
      return affectedByGroups(db, companyId, event)
    case 'TransferAcknowledged': {
      const { account, counterparty } = event.data.about
      return [OFFICE_READER, account.id, counterparty.id].map((reader) => [reader, ['transactions']])
    }
    case 'CashCounted':
      return [OFFICE_READER, event.data.account.id].map((reader) => [reader, ['cashCounts']])
    case 'EntryQueried':
    case 'EntryAnswered':
    case 'EntryQueryClosed':
      return affectedByQuestion(event.data)
    default: {
      // Both entries: an edit may concern other accounts than the entry before it.
      const entries = Object.values(entryBeforeAndAfter(event))
      return [...entries.flatMap(affectedByEntry), ...(await affectedBySupervisors(db, companyId, entries))]
    }
  }
}

/** Returns the incharges who see the balance of a supervisor of their site. */
async function affectedBySupervisors(
  db: Kysely<Database>,
  companyId: string,
  entries: readonly Entry[],
): Promise<AffectedReader[]> {
  const parties = entries.flatMap((entry) =>
    entry.kind === 'transfer' ? [entry.account, entry.counterparty] : [entry.account],
  )
  const supervisors = new Set(parties.filter(({ role }) => role === 'supervisor').map(({ id }) => id))
  if (supervisors.size === 0) return []
  const assigned = await db
    .selectFrom('supervisor_sites')
    .select(['account_id', 'site_id'])
    .where('company_id', '=', companyId)
    .where('account_id', 'in', [...supervisors])
    .orderBy('position')
    .execute()
  const last = new Map(assigned.map(({ account_id, site_id }) => [account_id, site_id]))
  const incharges = new Set([...last.values()].filter((site) => site !== null))
  return [...incharges].map((site) => [site, ['people']])
}

/** Returns head office, and the accounts that paid one of the beneficiaries: their rows show its name. */
async function affectedByGroups(
  db: Kysely<Database>,
  companyId: string,
  event: LedgerEvent,
): Promise<AffectedReader[]> {
  const beneficiaries = beneficiaryGroupsAfterEvent(event).flatMap(({ members }) => members.map(({ id }) => id))
  const payers = await db
    .selectFrom('beneficiary_use')
    .select('account_id')
    .distinct()
    .where('company_id', '=', companyId)
    .where('beneficiary_id', 'in', beneficiaries)
    .execute()
  return [OFFICE_READER, ...payers.map(({ account_id }) => account_id)].map((reader) => [
    reader,
    ['transactions', 'beneficiaries'],
  ])
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
        // The list of payees begins with the one who was sent money last.
        [account, ['balance', 'transactions', 'people']],
        [entry.counterparty.id, ['balance', 'transactions']],
      ]
  }
}

function affectedByQuestion({ about, side }: EventData<'EntryQueried' | 'EntryAnswered' | 'EntryQueryClosed'>) {
  const asked = side === 'incoming' && about.kind === 'transfer' ? about.counterparty.id : about.account.id
  return [OFFICE_READER, asked].map((reader): AffectedReader => [reader, ['questions']])
}

/**
 * Returns the readers of the lists of people. Rows store the names of their day; today's name stands in the lists of
 * people, and in all lists of head office.
 */
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
