import { isIP } from 'node:net'
import { resolve } from 'node:path'
import {
  parseS3Settings,
  S3_INCOMPLETE_SENTENCE,
  S3_SETTINGS_SCHEMA,
  type S3Settings,
} from '@ledger/bills/s3-settings.ts'
import {
  blankIsNone,
  optionalSetting,
  PROCESS_SETTINGS_SCHEMA,
  secretSetting,
} from '@ledger/contracts/processes/common-process-settings.ts'
import { companyNameSchema, emailAddress } from '@ledger/contracts/text/text-schemas.ts'
import { z } from 'zod'
import { type OpenidSettings, ownProvider } from './openid-settings.ts'
import { parseSettingByContract } from './parse-setting-by-contract.ts'

/**
 * Reads the settings of api.md ("Running it") once at the start; a wrong setting ends it with a sentence, not a stack
 * trace. Secrets that are not given are made once and stored in the data directory
 * (access/installation-secrets.ts).
 */

/**
 * Accepts `10.0.0.5`, `192.168.7.0/24`, `2001:db8::/32`; refuses a network of length 0, which would include every
 * address.
 */
function isAddressOrNetwork(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (bits === 0 || rest.length > 0) return false
  return length === undefined || (/^[1-9]\d{0,2}$/.test(length) && Number(length) <= bits)
}

export const API_ENVIRONMENT_SCHEMA = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce
    .number({ error: 'PORT must be a number from 0 to 65535' })
    .int()
    .min(0, 'PORT must be a number from 0 to 65535')
    .max(65535, 'PORT must be a number from 0 to 65535')
    .default(3000),
  PUBLIC_ORIGIN: optionalSetting(
    z.url({ protocol: /^https?$/, error: 'PUBLIC_ORIGIN must look like https://ledger.example.in' }),
  ),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) => text.split(',').map((part) => part.trim()))
    .transform((parts) => (parts.join('') === '' ? [] : parts))
    .refine(
      (parts) => parts.every(isAddressOrNetwork),
      'TRUSTED_PROXIES must be addresses or networks with commas between them, like 10.0.0.5, 192.168.7.0/24',
    ),
  DATA_DIR: z.string().default('./data'),
  ...PROCESS_SETTINGS_SCHEMA,
  /** Set by `npm start` when it runs its own database, so that secrets may be stored next to it. */
  EMBEDDED_POSTGRES: optionalSetting(z.literal('1')),
  ADMIN_EMAIL: z.preprocess(
    blankIsNone,
    parseSettingByContract(emailAddress(''), 'ADMIN_EMAIL must be an e-mail address').default('admin@localhost'),
  ),
  ADMIN_PASSWORD: optionalSetting(z.string().min(8, 'ADMIN_PASSWORD must have at least 8 characters')),
  COMPANY_NAME: z.preprocess(
    blankIsNone,
    parseSettingByContract(
      companyNameSchema,
      'COMPANY_NAME must be one line of at most 100 characters that can be printed, and something of it seen',
    ).default('Site Ledger'),
  ),
  SESSION_SECRET: secretSetting('SESSION_SECRET'),
  PASSWORD_PEPPER: secretSetting('PASSWORD_PEPPER'),
  PASSWORD_REVEAL_KEY: secretSetting('PASSWORD_REVEAL_KEY'),
  PASSWORD_REVEAL: z.enum(['on', 'off'], { error: 'PASSWORD_REVEAL must be on or off' }).default('on'),
  OIDC_ISSUER: optionalSetting(ownProvider.shape.issuer),
  OIDC_CLIENT_ID: optionalSetting(ownProvider.shape.clientId),
  OIDC_CLIENT_SECRET: optionalSetting(z.string()),
  ...S3_SETTINGS_SCHEMA,
  METRICS_TOKEN: secretSetting('METRICS_TOKEN'),
  APPEND_CONNECTIONS: z.coerce
    .number({ error: 'APPEND_CONNECTIONS must be a number from 1 to 100' })
    .int('APPEND_CONNECTIONS must be a number from 1 to 100')
    .min(1, 'APPEND_CONNECTIONS must be a number from 1 to 100')
    .max(100, 'APPEND_CONNECTIONS must be a number from 1 to 100')
    .default(8),
  SIGN_IN_LIMIT: z.enum(['on', 'off'], { error: 'SIGN_IN_LIMIT must be on or off' }).default('on'),
  WRITE_LIMIT: z.enum(['on', 'off'], { error: 'WRITE_LIMIT must be on or off' }).default('on'),
})

export interface ApiConfiguration {
  host: string
  port: number
  /** Scheme, host and port that browsers see; undefined: http://localhost and the port of this process. */
  publicOrigin: string | undefined
  /** Addresses and networks whose X-Forwarded-* headers are trusted. */
  trustedProxies: readonly string[]
  dataDirectory: string
  databaseUrl: string
  companyName: string
  admin: { email: string; password: string | undefined }
  secrets: { session: string | undefined; pepper: string | undefined; revealKey: string | undefined }
  isProduction: boolean
  /** Whether secrets may be made and stored in the data directory. */
  mayGenerateSecrets: boolean
  passwordReveal: boolean
  /** The company's OpenID Connect provider. */
  openid: OpenidSettings | undefined
  /** The store of the bills; undefined: PostgreSQL. */
  billsS3: S3Settings | undefined
  /** The token that gives access to /metrics; undefined: only this machine may read it. */
  metricsToken: string | undefined
  /** The number of connections that this process writes on, for all companies. */
  appendConnections: number
  /** Off for load tests only. */
  signInLimit: boolean
  writeLimit: boolean
  logLevel: string
}

export function readApiConfiguration(environment: NodeJS.ProcessEnv): ApiConfiguration | { wrong: string } {
  const read = API_ENVIRONMENT_SCHEMA.safeParse(environment)
  if (!read.success) return { wrong: [...new Set(read.error.issues.map((issue) => issue.message))].join('; ') }
  const given = read.data
  const secrets = { session: given.SESSION_SECRET, pepper: given.PASSWORD_PEPPER, revealKey: given.PASSWORD_REVEAL_KEY }
  const isProduction = given.NODE_ENV === 'production'
  const mayGenerateSecrets = !isProduction || given.EMBEDDED_POSTGRES === '1'
  const missing = Object.values(secrets).includes(undefined)
  if (missing && !mayGenerateSecrets) {
    return {
      wrong: 'With a DATABASE_URL in production, SESSION_SECRET, PASSWORD_PEPPER and PASSWORD_REVEAL_KEY must be given',
    }
  }
  for (const limit of ['SIGN_IN_LIMIT', 'WRITE_LIMIT'] as const) {
    if (given[limit] === 'off' && isProduction) {
      return { wrong: `${limit}=off is for load tests only and is refused in production` }
    }
  }
  const openid = openidSettingsFrom(given)
  if (openid === 'incomplete') {
    return { wrong: 'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be given all three, or none' }
  }
  const billsS3 = parseS3Settings(given)
  if (billsS3 === 'incomplete') return { wrong: S3_INCOMPLETE_SENTENCE }
  return {
    host: given.HOST,
    port: given.PORT,
    publicOrigin: given.PUBLIC_ORIGIN && new URL(given.PUBLIC_ORIGIN).origin,
    trustedProxies: given.TRUSTED_PROXIES,
    dataDirectory: resolve(given.DATA_DIR),
    databaseUrl: given.DATABASE_URL,
    companyName: given.COMPANY_NAME,
    admin: { email: given.ADMIN_EMAIL.toLowerCase(), password: given.ADMIN_PASSWORD },
    secrets,
    isProduction,
    mayGenerateSecrets,
    passwordReveal: given.PASSWORD_REVEAL === 'on',
    openid,
    billsS3,
    metricsToken: given.METRICS_TOKEN,
    appendConnections: given.APPEND_CONNECTIONS,
    signInLimit: given.SIGN_IN_LIMIT === 'on',
    writeLimit: given.WRITE_LIMIT === 'on',
    logLevel: given.LOG_LEVEL,
  }
}

function openidSettingsFrom(given: z.infer<typeof API_ENVIRONMENT_SCHEMA>): OpenidSettings | undefined | 'incomplete' {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = given
  if (issuer && clientId && clientSecret) return { issuer, clientId, clientSecret }
  return issuer || clientId || clientSecret ? 'incomplete' : undefined
}
