import type { Selectable } from 'kysely'
import type { AccessAndPersonalDataTables } from './access-and-personal-data-tables.ts'
import type { BillTables } from './bill-tables.ts'
import type { CompanyTables } from './company-tables.ts'
import type { LogAndDecisionStateTables } from './log-and-decision-state-tables.ts'
import type { ProofTables } from './proof-tables.ts'
import type { ReadModelTables } from './read-model-tables.ts'
import type { VerificationAndRebuildTables } from './verification-and-rebuild-tables.ts'

/** Ids are UUIDs in lower case, hashes and digests are bytes, money is whole paise, instants are ISO 8601 in UTC. */
export interface Database
  extends CompanyTables,
    LogAndDecisionStateTables,
    ProofTables,
    AccessAndPersonalDataTables,
    BillTables,
    ReadModelTables,
    VerificationAndRebuildTables {}

/** A row of a table without its company, which is the same for the whole statement. */
export type RowOf<Table extends keyof Database> = Omit<Selectable<Database[Table]>, 'company_id'>
