import { daysOfFinancialYear, financialYearOf } from '@ledger/contracts/financial-year.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { today } from '../../shared/api/today.ts'
import { LoadMoreButton } from '../../shared/design/load-more-button.tsx'
import { EmptyState, FailedState, SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'
import { useFileDownload } from '../../shared/export/file/use-file-download.ts'
import { countText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { PeriodBar } from '../../shared/period/period-bar.tsx'
import { periodSearch } from '../../shared/period/period-search-params.ts'
import { type EditLogSelection, editLogCountQueryOf, editLogPagesQuery } from '../api/audit-queries.ts'
import { AuditFrame } from '../frame/audit-frame.tsx'
import { FileDownloadProgress } from '../frame/file-download-progress.tsx'
import { EditLogDownloads } from './edit-log-downloads.tsx'
import { EditLogFilterForm } from './edit-log-filter-form.tsx'
import { ALL_ACTIONS, DEFAULT_ACTION, type EditLogSearchParams, parseEditLogSearch } from './edit-log-search-params.ts'
import { EditLogTable } from './edit-log-table.tsx'
import { words } from './screen-texts.ts'

/** `/admin/audit/edit-log`: the audit trail that Companies (Accounts) Rules 2014, rule 3(1), asks for. */
export function EditLog() {
  const t = useWords(words)
  const search = useSearch({ from: '/admin/audit/edit-log' })
  const navigate = useNavigate()
  const change = (changed: EditLogSearchParams) =>
    void navigate({
      to: '/admin/audit/edit-log',
      search: parseEditLogSearch({ ...changed }),
      replace: true,
      resetScroll: false,
    })
  const asked = selectionFrom(search)
  const file = useFileDownload(t.downloadFailed)
  const query = useInfiniteQuery(editLogPagesQuery(asked))
  const { data, error, refetch } = query
  const count = useQuery(editLogCountQueryOf(asked)).data?.count
  const rows = data?.pages.flatMap((page) => page.rows)
  return (
    <AuditFrame title={t.title}>
      <div className="grid gap-4">
        <p className="max-w-3xl text-ink-soft">{t.text}</p>
        <div className="grid gap-4 lg:flex lg:items-center lg:justify-between">
          <PeriodBar
            period={
              asked.year === undefined
                ? { from: asked.from ?? '', to: asked.to ?? '' }
                : daysOfFinancialYear(Number(asked.year))
            }
            offersAllTime={false}
            onChange={(period) => {
              const { action, actor, account } = search
              change({ ...periodSearch(period), ...withoutUndefined({ action, actor, account }) })
            }}
          />
          <EditLogDownloads asked={asked} file={file} count={count} />
        </div>
        <EditLogFilterForm search={search} onChange={(changed) => change({ ...search, ...changed })} />
        <FileDownloadProgress file={file} />
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
              <EmptyState title={t.none} />
            ) : (
              <EditLogTable rows={rows} />
            )
          ) : error === null ? (
            <SkeletonBar className="h-64 w-full" />
          ) : (
            <FailedState message={errorMessage(error)} onRetry={() => void refetch()} />
          )}
          <LoadMoreButton query={query} />
        </section>
      </div>
    </AuditFrame>
  )
}

/**
 * Returns the filter for the API. The default period is this financial year, and the default actions are changes and
 * deletions.
 */
function selectionFrom({
  year,
  from,
  to,
  action = DEFAULT_ACTION,
  actor,
  account,
}: EditLogSearchParams): EditLogSelection {
  const hasDays = from !== undefined || to !== undefined
  return {
    ...(hasDays ? withoutUndefined({ from, to }) : { year: year ?? String(financialYearOf(today())) }),
    ...withoutUndefined({ action: action === ALL_ACTIONS ? undefined : action, actor, account }),
  }
}

/** Leaves out undefined fields. */
function withoutUndefined<Key extends string>(
  fields: Readonly<Record<Key, string | undefined>>,
): Partial<Record<Key, string>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<
    Record<Key, string>
  >
}
