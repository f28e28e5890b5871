import { z } from 'zod'

/** The roles of §6, and the auditor of api.md, who reads everything except passwords and changes nothing. */
export const role = z
  .enum(['admin', 'auditor', 'site_incharge', 'supervisor'])
  .describe('Decides the permissions: admin and auditor work in head office, the others on a site')
export type Role = z.infer<typeof role>

/** The roles that sign in with a mobile number. */
export type FieldRole = Extract<Role, 'site_incharge' | 'supervisor'>
export const FIELD_ROLES: readonly Role[] = ['site_incharge', 'supervisor']

/** The roles that sign in with an e-mail address. */
export type OfficeRole = Extract<Role, 'admin' | 'auditor'>
export const OFFICE_ROLES: readonly Role[] = ['admin', 'auditor']

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

/** Returns the only form in which a mobile number may enter an event or a log line: 98xxxxxx10. */
export function maskMobile(mobile: string): string {
  return `${mobile.slice(0, 2)}xxxxxx${mobile.slice(-2)}`
}
