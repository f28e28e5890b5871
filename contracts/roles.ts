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
