import { resolve } from 'node:path'
import {
  parseS3Settings,
  S3_INCOMPLETE_SENTENCE,
  S3_SETTINGS_SCHEMA,
  type S3Settings,
} from '@ledger/bills/s3-settings.ts'
import { PROCESS_SETTINGS_SCHEMA, secretSetting } from '@ledger/contracts/processes/common-process-settings.ts'
import { z } from 'zod'

export const SIGNER_SETTINGS_SCHEMA = z.object({
  ...PROCESS_SETTINGS_SCHEMA,
  DATA_DIR: z.string().default('./data'),
  CHECKPOINT_KEY: secretSetting('CHECKPOINT_KEY'),
  EMBEDDED_POSTGRES: z.string().optional(),
  ...S3_SETTINGS_SCHEMA,
})

export interface SignerConfiguration {
  databaseUrl: string
  /** The directory where the signer stores its checkpoints, outside the database (checkpoint-file.ts). */
  dataDirectory: string
  /** undefined: made once and stored in the data directory. */
  secret: string | undefined
  isProduction: boolean
  logLevel: string
  /** The store of the bills, whose bytes are verified; undefined: PostgreSQL. */
  billsS3: S3Settings | undefined
}

/** Reads the signer's settings once at the start. */
export function readSignerConfiguration(environment: NodeJS.ProcessEnv): SignerConfiguration | { wrong: string } {
  const read = SIGNER_SETTINGS_SCHEMA.safeParse(environment)
  if (!read.success) return { wrong: read.error.issues.map((issue) => issue.message).join('; ') }
  const { DATABASE_URL, DATA_DIR, CHECKPOINT_KEY, EMBEDDED_POSTGRES, NODE_ENV, LOG_LEVEL } = read.data
  const isProduction = NODE_ENV === 'production'
  if (CHECKPOINT_KEY === undefined && isProduction && EMBEDDED_POSTGRES !== '1') {
    return { wrong: 'With a DATABASE_URL in production, CHECKPOINT_KEY must be given' }
  }
  const billsS3 = parseS3Settings(read.data)
  if (billsS3 === 'incomplete') return { wrong: S3_INCOMPLETE_SENTENCE }
  return {
    databaseUrl: DATABASE_URL,
    dataDirectory: resolve(DATA_DIR),
    secret: CHECKPOINT_KEY,
    isProduction,
    logLevel: LOG_LEVEL,
    billsS3,
  }
}
