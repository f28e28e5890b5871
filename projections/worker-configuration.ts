import {
  parseS3Settings,
  S3_INCOMPLETE_SENTENCE,
  S3_SETTINGS_SCHEMA,
  type S3Settings,
} from '@ledger/bills/s3-settings.ts'
import { z } from 'zod'

export const WORKER_SETTINGS_SCHEMA = z.object({
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
  ...S3_SETTINGS_SCHEMA,
})

/** Returns the worker's settings, or a sentence that says what is wrong with them. Called once at the start. */
export function readWorkerConfiguration(environment: NodeJS.ProcessEnv):
  | {
      databaseUrl: string
      isProduction: boolean
      logLevel: string
      /** The S3 storage of bills, from which unused uploads are deleted; undefined: bills are in PostgreSQL. */
      billsS3: S3Settings | undefined
    }
  | { wrong: string } {
  const read = WORKER_SETTINGS_SCHEMA.safeParse(environment)
  if (!read.success) return { wrong: read.error.issues.map((issue) => issue.message).join('; ') }
  const { DATABASE_URL: databaseUrl, NODE_ENV, LOG_LEVEL: logLevel } = read.data
  const billsS3 = parseS3Settings(read.data)
  if (billsS3 === 'incomplete') return { wrong: S3_INCOMPLETE_SENTENCE }
  return { databaseUrl, billsS3, isProduction: NODE_ENV === 'production', logLevel }
}
