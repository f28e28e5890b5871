import { DEFAULT_OFFICE_LIMITS } from '@ledger/contracts/default-office-limits.ts'
import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { OfficeLimits } from '@ledger/contracts/events/setting-schemas.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import { defineReadModelTable } from '../read-model-table.ts'

export const OFFICE_LIMITS_TABLE = defineReadModelTable(
  'office_limits',
  {
    ...({ position: 'bigint', low_cash_paise: 'bigint', bill_above_paise: 'bigint' } as const),
    ...({ large_paise: 'bigint', late_days: 'integer' } as const),
  },
  ['position'],
)

/** Returns the row that an event adds; none for an event that sets no limits. */
export function rowsOfLimits(event: LedgerEvent) {
  if (event.type !== 'OfficeSettingsChanged') return []
  const { lowCashPaise, billAbovePaise, largePaise, lateDays } = event.data.after
  const { position } = event
  return [
    {
      position,
      low_cash_paise: lowCashPaise,
      bill_above_paise: billAbovePaise,
      large_paise: largePaise,
      late_days: lateDays,
    },
  ]
}

/** Returns the limits that hold. */
export async function readOfficeLimits(db: Kysely<Database>, companyId: string): Promise<OfficeLimits> {
  const row = await db
    .selectFrom('office_limits')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return DEFAULT_OFFICE_LIMITS
  return {
    lowCashPaise: row.low_cash_paise,
    billAbovePaise: row.bill_above_paise,
    largePaise: row.large_paise,
    lateDays: row.late_days,
  }
}
