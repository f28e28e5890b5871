import { findPerson } from '../access/people.ts'
import type { Service } from './service.ts'

/** The inner id of an account that a list is narrowed to: a public id of either role, or the inner id of a deleted one. */
export async function accountNamed({ db, companyId }: Service, id: string): Promise<string | undefined> {
  const role = id.startsWith('supervisor_') ? 'supervisor' : 'site_incharge'
  const person = await findPerson(db, companyId, id, role)
  return person?.accountId ?? (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : undefined)
}
