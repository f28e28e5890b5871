import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { messageOf } from '../../shared/api/readers-words.ts'
import { NextPage } from '../../shared/design/next-page.tsx'
import { Bar, Empty, Failed } from '../../shared/design/states.tsx'
import { today } from '../../shared/entry/today.ts'
import { countText } from '../../shared/language/figures.ts'
import { useWords } from '../../shared/language/words.ts'
import { type EditLogAsked, editLogCount, editLogPages } from '../calls/audit-calls.ts'
import { AuditFrame } from '../frame/audit-frame.tsx'
import { MakingFile } from '../frame/making-file.tsx'
import { useLongFile } from '../frame/use-long-file.ts'
import { Downloads } from './downloads.tsx'
import { EditLogFilter } from './edit-log-filter.tsx'
import { ALL, DEFAULT_ACTION, type EditLogSearch, editLogSearch } from './edit-log-search.ts'
import { EditLogTable } from './edit-log-table.tsx'
import { financialYearOf } from './financial-year.ts'
import { PeriodPicker } from './period-picker.tsx'
import { words } from './words.ts'

/** `/admin/audit/edit-log`: the audit trail that Companies (Accounts) Rules 2014, rule 3(1), asks for. */
export function EditLog() {
  const t = useWords(words)
  const search = useSearch({ from: '/admin/audit/edit-log' })
  const navigate = useNavigate()
  const change = (changed: EditLogSearch) =>
    void navigate({ to: '/admin/audit/edit-log', search: editLogSearch({ ...changed }), replace: true })
  const asked = askedBy(search)
  const file = useLongFile(t.downloadFailed)
  const query = useInfiniteQuery(editLogPages(asked))
  const { data, error, refetch } = query
  const count = useQuery(editLogCount(asked)).data?.count
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <AuditFrame title={t.title}>
      <div className="grid gap-4">
        <p className="max-w-3xl text-ink-soft">{t.text}</p>
        <div className="grid gap-4 lg:flex lg:items-end lg:justify-between">
          <PeriodPicker
            period={asked}
            onChange={({ year, from, to }) => {
              const { action, actor, account } = search
              change({ ...given({ year, from, to }), ...given({ action, actor, account }) })
            }}
          />
          <Downloads asked={asked} file={file} />
        </div>
        <EditLogFilter search={search} onChange={(changed) => change({ ...search, ...changed })} />
        <MakingFile file={file} />
        <p role="status" className="min-h-6 font-strong">
          {count === undefined || count === 0 ? null : t.count(countText(count))}
        </p>
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
          <NextPage query={query} />
        </section>
      </div>
    </AuditFrame>
  )
}

/**
 * Returns the filter for the API. The default period is this financial year, and the default actions are changes and
 * deletions.
 */
function askedBy({ year, from, to, action = DEFAULT_ACTION, actor, account }: EditLogSearch): EditLogAsked {
  const hasDays = from !== undefined || to !== undefined
  return {
    ...(hasDays ? given({ from, to }) : { year: year ?? String(financialYearOf(today())) }),
    ...given({ action: action === ALL ? undefined : action, actor, account }),
  }
}

/** Leaves out undefined fields. */
function given<Key extends string>(fields: Readonly<Record<Key, string | undefined>>): Partial<Record<Key, string>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<
    Record<Key, string>
  >
}
