import type { S3Settings } from '@ledger/bills/s3-settings.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'

/** The dependencies of the jobs of a worker. */
export interface JobDependencies {
  pool: Pool
  databaseUrl: string
  db: Kysely<Database>
  /** The S3 storage of bills; undefined: bills are in PostgreSQL. */
  billsS3: S3Settings | undefined
  /** Called with each failure; the company is undefined where the failure concerns all of them. */
  onError: (error: Error, companyId: string | undefined) => void
  /** The alarm: called when a read model of a company differs from its log. */
  onDifferent: (report: object, companyId: string) => void
}
