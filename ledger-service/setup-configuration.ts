import { resolve } from 'node:path'
import { z } from 'zod'
import { SETTINGS as OF_THE_API } from './configuration.ts'
import type { FirstStart } from './first-start.ts'

const OWNER_URL = 'DATABASE_OWNER_URL must look like postgres://owner:password@host:5432/name'

const SETTINGS = OF_THE_API.pick({
  DATA_DIR: true,
  DATABASE_URL: true,
  ADMIN_EMAIL: true,
  ADMIN_PASSWORD: true,
  COMPANY_NAME: true,
  PASSWORD_PEPPER: true,
  NODE_ENV: true,
}).extend({ DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/, error: OWNER_URL }) })

/**
 * Returns the settings of `npm run setup`. `ownerUrl` is the address for the owner of the tables, `databaseUrl` the
 * app's.
 */
export function readSetup(environment: NodeJS.ProcessEnv): (FirstStart & { ownerUrl: string }) | { wrong: string } {
  const read = SETTINGS.safeParse(environment)
  if (!read.success) return { wrong: [...new Set(read.error.issues.map((issue) => issue.message))].join('; ') }
  const given = read.data
  if (given.NODE_ENV === 'production' && given.PASSWORD_PEPPER === undefined) {
    return { wrong: 'In production PASSWORD_PEPPER must be given' }
  }
  return {
    ownerUrl: given.DATABASE_OWNER_URL,
    databaseUrl: given.DATABASE_URL,
    dataDirectory: resolve(given.DATA_DIR),
    companyName: given.COMPANY_NAME,
    admin: { email: given.ADMIN_EMAIL.toLowerCase(), password: given.ADMIN_PASSWORD },
    pepper: given.PASSWORD_PEPPER,
  }
}
