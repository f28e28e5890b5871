import type { DefaultedTimestampColumn, JsonTextColumn, TimestampColumn } from './column-types.ts'

/** The reports of verifications, and the rebuilds of read models: neither follows from the log. */
export interface VerificationAndRebuildTables {
  verifications: VerificationsTableColumns
  rebuilds: RebuildsTableColumns
}

interface VerificationsTableColumns {
  company_id: string
  verified_at: DefaultedTimestampColumn
  ok: boolean
  report: JsonTextColumn
}

interface RebuildsTableColumns {
  company_id: string
  projection: string
  state: 'waiting' | 'running' | 'done' | 'failed'
  events: number
  of_events: number
  changed_at: TimestampColumn
}
