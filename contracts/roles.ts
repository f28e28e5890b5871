import { z } from 'zod'

/** The roles that sign in with an e-mail address. */
export const officeRole = z
  .enum(['admin', 'accountant', 'auditor'])
  .describe('admin changes everything; accountant and auditor read everything except passwords')
export type OfficeRole = z.infer<typeof officeRole>
export const OFFICE_ROLES: readonly Role[] = officeRole.options

/**
 * The roles of §6, and two of api.md that change no entry: the auditor reads everything except passwords, the
 * accountant also keeps the books.
 */
export const role = z
  .enum([...officeRole.options, 'site_incharge', 'supervisor'])
  .describe('Decides the permissions: admin, accountant and auditor work in head office, the others on a site')

export type Role = z.infer<typeof role>

/** The roles that sign in with a mobile number. */
export type FieldRole = Extract<Role, 'site_incharge' | 'supervisor'>
export const FIELD_ROLES: readonly Role[] = ['site_incharge', 'supervisor']
