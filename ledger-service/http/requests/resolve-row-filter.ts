import type { CompanyTransactionsQuery } from '@ledger/contracts/http/query-parameters.ts'
import type { ProjectionName } from '@ledger/contracts/projection-names.ts'
import type { TransactionRowFilter } from '@ledger/projections/queries/transaction-query.ts'
import {
  WORKLIST_PROJECTIONS,
  WORKLIST_QUERIES,
  worklistContext,
} from '@ledger/projections/queries/worklists/worklist-rows.ts'
import { readOfficeLimits } from '@ledger/projections/read-models/worklists/office-limits.ts'
import type { CompanyContext } from '../company-context.ts'
import { resolveAccount } from './resolve-account.ts'

type NamedFilter = Pick<CompanyTransactionsQuery, 'account' | 'site' | 'worklist' | 'deleted'>

/** Returns the read models of a worklist, where there is one. */
export const projectionsOfWorklist = ({ worklist }: NamedFilter): readonly ProjectionName[] =>
  worklist === undefined ? [] : WORKLIST_PROJECTIONS

/**
 * Returns the account and the worklist of a list of all accounts in the form of its queries; undefined where no row can
 * match: no account has the id, the account is not that of the site, or the settings switch the worklist off.
 */
export async function resolveRowFilter(
  service: CompanyContext,
  { account, site, worklist, deleted }: NamedFilter,
): Promise<Pick<TransactionRowFilter, 'accountId' | 'conditions' | 'deleted'> | undefined> {
  const accountId = account === undefined ? undefined : await resolveAccount(service, account)
  if (account !== undefined && accountId === undefined) return undefined
  const siteId = site === undefined ? undefined : await resolveSite(service, site)
  if (site !== undefined && (siteId === undefined || (accountId ?? siteId) !== siteId)) return undefined
  const found = { accountId: accountId ?? siteId, deleted }
  if (worklist === undefined) return found
  const { officeDb, companyId, clock } = service
  const list = WORKLIST_QUERIES[worklist]
  const conditions = list.rows(worklistContext(companyId, await readOfficeLimits(officeDb, companyId), clock()))
  return conditions && { ...found, conditions, deleted: deleted ?? (list.hasDeleted ? 'include' : undefined) }
}

/** A supervisor has no site. */
const resolveSite = async (service: CompanyContext, site: string) =>
  site.startsWith('supervisor_') ? undefined : resolveAccount(service, site)
