import {
  parseS3Settings,
  S3_INCOMPLETE_SENTENCE,
  S3_SETTINGS_SCHEMA,
  type S3Settings,
} from '@ledger/bills/s3-settings.ts'
import { PROCESS_SETTINGS_SCHEMA } from '@ledger/contracts/processes/common-process-settings.ts'
import { z } from 'zod'

export const WORKER_SETTINGS_SCHEMA = z.object({ ...PROCESS_SETTINGS_SCHEMA, ...S3_SETTINGS_SCHEMA })

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
