import type { EditLogPeriod, EditLogRow } from '@ledger/contracts/audit.ts'
import { endOfDay, startOfDay } from '@ledger/contracts/dates.ts'
import { unseal } from '@ledger/migrations/stored-event.ts'
import type { Database } from '@ledger/migrations/tables.ts'
import type { Kysely } from 'kysely'
import { lastPosition, sealedEvents } from '../event-store/rows.ts'
import { editLogRowOf } from './rows.ts'

/** Instants: recorded from the one, before the other; undefined where the period is open. */
export interface Period {
  from: string | undefined
  before: string | undefined
}

/** A financial year goes from 1 April to 31 March; else the days that are given. */
export function periodOf({ from, to, year }: EditLogPeriod): Period {
  if (year !== undefined) return { from: startOfDay(`${year}-04-01`), before: endOfDay(`${Number(year) + 1}-03-31`) }
  return { from: from && startOfDay(from), before: to && endOfDay(to) }
}

/** The lines of a period in the order of the log, which nobody can reorder, from the event after `after`. */
export async function* editLogRows(
  db: Kysely<Database>,
  companyId: string,
  period: Period,
  after = 0,
): AsyncGenerator<EditLogRow> {
  const start = Math.max(after, period.from === undefined ? 0 : await lastPosition(db, companyId, period.from))
  for await (const page of sealedEvents(db, companyId, { after: start })) {
    for (const sealed of page) {
      if (period.before !== undefined && sealed.recordedAt >= period.before) return
      const row = editLogRowOf(unseal(sealed))
      if (row) yield row
    }
  }
}
