import { parsePublicId } from '@ledger/contracts/public-account-id.ts'
import { isUuid } from '@ledger/contracts/text/uuid.ts'
import { findAccountByPublicId } from '../../access/accounts-by-public-id.ts'
import type { CompanyContext } from '../company-context.ts'

/**
 * Returns the inner id of the account that filters a list, from a public id of either role, or from the inner id of a
 * deleted account.
 */
export async function resolveAccountId(
  { officeDb: db, companyId }: CompanyContext,
  id: string,
): Promise<string | undefined> {
  const role = id.startsWith('supervisor_') ? 'supervisor' : 'site_incharge'
  const person = await findAccountByPublicId(db, companyId, id, role)
  return person?.accountId ?? (isUuid(id) ? id : undefined)
}

/** Returns the inner id of an auditors' filter; undefined without a filter, null where no account has the id. */
export async function resolveAccountIdOfFilter(
  { officeDb: db, companyId }: CompanyContext,
  id: string | undefined,
): Promise<string | undefined | null> {
  if (id === undefined || isUuid(id)) return id
  const role = parsePublicId(id)?.role
  const person = role && (await findAccountByPublicId(db, companyId, id, role))
  return person?.accountId ?? null
}
