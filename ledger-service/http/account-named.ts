import { readPublicId } from '@ledger/contracts/roles.ts'
import { findPerson } from '../access/people.ts'
import type { Service } from './service.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The inner id of an account that a list is narrowed to: a public id of either role, or the inner id of a deleted one. */
export async function accountNamed({ officeDb: db, companyId }: Service, id: string): Promise<string | undefined> {
  const role = id.startsWith('supervisor_') ? 'supervisor' : 'site_incharge'
  const person = await findPerson(db, companyId, id, role)
  return person?.accountId ?? (UUID.test(id) ? id : undefined)
}

/** The inner id that a filter of the auditors names; undefined without one, null where it names nobody. */
export async function filteredBy(
  { officeDb: db, companyId }: Service,
  id: string | undefined,
): Promise<string | undefined | null> {
  if (id === undefined || UUID.test(id)) return id
  const role = readPublicId(id)?.role
  const person = role && (await findPerson(db, companyId, id, role))
  return person?.accountId ?? null
}
