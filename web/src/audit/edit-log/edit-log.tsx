import { dayOf } from '@ledger/contracts/dates.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/readers-words.ts'
import { Button } from '../../design/button.tsx'
import { Bar, Empty, Failed } from '../../design/states.tsx'
import { useWords } from '../../language/words.ts'
import { type EditLogPeriod, editLogPages } from '../calls/audit-calls.ts'
import { AuditFrame } from '../frame/audit-frame.tsx'
import { Downloads } from './downloads.tsx'
import { EditLogTable } from './edit-log-table.tsx'
import { financialYearOf } from './financial-year.ts'
import { PeriodPicker } from './period-picker.tsx'
import { words } from './words.ts'

/** `/admin/audit/edit-log`: the audit trail that Companies (Accounts) Rules 2014, rule 3(1), asks for. */
export function EditLog() {
  const t = useWords(words)
  const [period, setPeriod] = useState<EditLogPeriod>({
    year: String(financialYearOf(dayOf(new Date().toISOString()))),
  })
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    editLogPages(period),
  )
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <AuditFrame title={t.title}>
      <div className="grid gap-4">
        <p className="max-w-3xl text-ink-soft">{t.text}</p>
        <div className="grid gap-4 lg:flex lg:items-end lg:justify-between">
          <PeriodPicker period={period} onChange={setPeriod} />
          <Downloads period={period} />
        </div>
        <section
          aria-label={t.title}
          aria-busy={rows === undefined}
          className="overflow-hidden rounded-sheet border border-rule bg-sheet"
        >
          {rows !== undefined ? (
            rows.length === 0 ? (
              <Empty title={t.none} />
            ) : (
              <EditLogTable rows={rows} />
            )
          ) : error === null ? (
            <Bar className="h-64 w-full" />
          ) : (
            <Failed message={messageOf(error)} onRetry={() => void refetch()} />
          )}
          {hasNextPage ? (
            <div className="p-4">
              <Button
                kind="secondary"
                className="w-full"
                disabled={isFetchingNextPage}
                onClick={() => void fetchNextPage()}
              >
                {isFetchingNextPage ? t.loading : t.more}
              </Button>
            </div>
          ) : null}
        </section>
      </div>
    </AuditFrame>
  )
}
