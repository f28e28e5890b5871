import { resolve } from 'node:path'
import { z } from 'zod'
import { type ApiConfiguration, API_ENVIRONMENT_SCHEMA as OF_THE_API } from './api-configuration.ts'

const OWNER_URL_MESSAGE = 'DATABASE_OWNER_URL must look like postgres://owner:password@host:5432/name'

const SETUP_ENVIRONMENT_SCHEMA = OF_THE_API.pick({
  DATA_DIR: true,
  DATABASE_URL: true,
  ADMIN_EMAIL: true,
  ADMIN_PASSWORD: true,
  COMPANY_NAME: true,
  PASSWORD_PEPPER: true,
  NODE_ENV: true,
}).extend({ DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/, error: OWNER_URL_MESSAGE }) })

/** The settings of the API that a first start needs. */
export type BootstrapSettings = Pick<ApiConfiguration, 'databaseUrl' | 'companyName' | 'admin' | 'dataDirectory'> & {
  /** undefined: the pepper in the data directory. */
  pepper: string | undefined
}

/**
 * Returns the settings of `npm run setup`. `ownerUrl` is the address for the owner of the tables, `databaseUrl` the
 * app's.
 */
export function readSetupConfiguration(
  environment: NodeJS.ProcessEnv,
): (BootstrapSettings & { ownerUrl: string }) | { wrong: string } {
  const read = SETUP_ENVIRONMENT_SCHEMA.safeParse(environment)
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
