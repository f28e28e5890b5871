import { readPublicId } from '@ledger/contracts/roles.ts'
import { findPerson } from '../access/people.ts'
import type { Service } from './service.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Returns the inner id of the account that filters a list, from a public id of either role, or from the inner id of a
 * deleted account.
 */
export async function accountNamed({ officeDb: db, companyId }: Service, id: string): Promise<string | undefined> {
  const role = id.startsWith('supervisor_') ? 'supervisor' : 'site_incharge'
  const person = await findPerson(db, companyId, id, role)
  return person?.accountId ?? (UUID.test(id) ? id : undefined)
}

/** Returns the inner id of an auditors' filter; undefined without a filter, null where no account has the id. */
export async function filteredBy(
  { officeDb: db, companyId }: Service,
  id: string | undefined,
): Promise<string | undefined | null> {
  if (id === undefined || UUID.test(id)) return id
  const role = readPublicId(id)?.role
  const person = role && (await findPerson(db, companyId, id, role))
  return person?.accountId ?? null
}
