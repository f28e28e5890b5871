import type { FieldRole, Role } from './roles.ts'

/** The filter of a list by site that leaves the entries of supervisors on days without a site. */
export const WITHOUT_SITE = 'none'

/** Returns the public id of a field account (§3). It changes with the mobile number; the history does not. */
export function publicIdFor(fieldRole: Role, mobile: string): string {
  return `${fieldRole === 'supervisor' ? 'supervisor' : 'site'}_${mobile}`
}

/** Returns the role and mobile number that a public id names; undefined for any other text. */
export function parsePublicId(id: string): { role: FieldRole; mobile: string } | undefined {
  const [, kind, mobile = ''] = /^(site|supervisor)_(\d{10})$/.exec(id) ?? []
  if (kind === undefined) return undefined
  return { role: kind === 'site' ? 'site_incharge' : 'supervisor', mobile }
}
