import { S3_INCOMPLETE, S3_SETTINGS, type S3Settings, s3Of } from '@ledger/bills/settings.ts'
import { z } from 'zod'

export const SETTINGS = z.object({
  DATABASE_URL: z.url({
    protocol: /^postgres(ql)?$/,
    error: 'DATABASE_URL must look like postgres://user:password@host:5432/name',
  }),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace'], {
      error: 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace',
    })
    .default('info'),
  NODE_ENV: z.string().optional(),
  ...S3_SETTINGS,
})

/** The worker's settings, checked once at the start. */
export function readConfiguration(environment: NodeJS.ProcessEnv):
  | {
      databaseUrl: string
      isProduction: boolean
      logLevel: string
      /** Where bills are kept, of which some are cleared away; undefined: in PostgreSQL. */
      billsS3: S3Settings | undefined
    }
  | { wrong: string } {
  const read = SETTINGS.safeParse(environment)
  if (!read.success) return { wrong: read.error.issues.map((issue) => issue.message).join('; ') }
  const { DATABASE_URL: databaseUrl, NODE_ENV, LOG_LEVEL: logLevel } = read.data
  const billsS3 = s3Of(read.data)
  if (billsS3 === 'incomplete') return { wrong: S3_INCOMPLETE }
  return { databaseUrl, billsS3, isProduction: NODE_ENV === 'production', logLevel }
}
