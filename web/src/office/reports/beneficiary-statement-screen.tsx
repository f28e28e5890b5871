import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { adminQuery } from '../../shared/api/office-queries.ts'
import { LoadMoreButton } from '../../shared/design/load-more-button.tsx'
import { EmptyState, FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { useIsDesk } from '../../shared/design/use-is-desk.ts'
import { RowsSkeleton } from '../../shared/entry/list/rows-skeleton.tsx'
import { periodInFileName } from '../../shared/export/file/file-name.ts'
import { ListOutputs } from '../../shared/export/print/list-outputs.tsx'
import { countText, dateText, rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { periodText } from '../../shared/language/period-text.ts'
import { PeriodBar } from '../../shared/period/period-bar.tsx'
import { periodSearch } from '../../shared/period/period-search-params.ts'
import {
  beneficiaryStatementPages,
  companyExportUrl,
  companyTransactionTotalsQuery,
  NO_COMPANY_FILTER,
  newestTransactionsQuery,
} from '../api/transaction-queries.ts'
import { STATEMENT_COLUMNS } from '../entry-table/column-ids.ts'
import { ColumnMenu } from '../entry-table/column-menu.tsx'
import { EntryTable } from '../entry-table/entry-table.tsx'
import { ExportMenu } from '../export/export-menu.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import { StatementLink } from '../statements/statement-link.tsx'
import { BeneficiaryDetailsSection } from '../tax/beneficiary-details.tsx'
import { BeneficiaryStatementTable } from './beneficiary-statement-table.tsx'
import { words } from './screen-texts.ts'

const statementRoute = getRouteApi('/admin/beneficiary')

/** `/admin/beneficiary`: the payments to one beneficiary from all accounts, by day, with the total at the end. */
export function BeneficiaryStatement(): ReactNode {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { data: user } = useQuery({ ...adminQuery, enabled: false })
  const { id, from = '', to = '' } = statementRoute.useSearch()
  const navigate = statementRoute.useNavigate()
  const filter = { ...NO_COMPANY_FILTER, beneficiary: id, from, to }
  const enabled = user !== undefined && id !== ''
  const query = useInfiniteQuery({ ...beneficiaryStatementPages(filter), enabled })
  const sums = useQuery({ ...companyTransactionTotalsQuery(filter), enabled })
  // The name comes from its last payment, in any period.
  const [last] =
    useQuery({ ...newestTransactionsQuery({ ...NO_COMPANY_FILTER, beneficiary: id }, 1), enabled }).data ?? []
  const name = last?.recipient ?? ''
  const isDesk = useIsDesk()
  const pages = query.data?.pages
  const rows = useMemo(() => pages?.flatMap((page) => page.rows).reverse(), [pages])
  const period = { from, to }
  const until = to === '' ? undefined : dateText(`${to}T06:30:00Z`, language)
  const file = {
    heading: { title: t.statement, about: [name], period: periodText(period, language) },
    parts: ['Statement', name, periodInFileName(period)],
    job: { kind: 'statement', report: 'beneficiary-statement', address: companyExportUrl(filter) },
  } as const
  const totals =
    sums.data === undefined ? null : (
      <>
        <span>{t.payments(countText(sums.data.debits.count))}</span>{' '}
        <span>
          {t.paid} <span className="figures font-heavy">{rupees(sums.data.debits.amount)}</span>
        </span>
      </>
    )
  return (
    <OfficePage
      title={name === '' ? t.statement : name}
      documentTitle={name === '' ? t.statement : t.statementOf(name)}
      backTo="/admin/beneficiaries"
    >
      {() => (
        <section
          className="min-w-0 rounded-sheet border border-rule bg-sheet"
          aria-busy={query.isPending}
          aria-label={t.statementOf(name)}
        >
          <div className="grid gap-3 p-4 md:px-5 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
            <PeriodBar
              period={period}
              onChange={(chosen) =>
                void navigate({
                  search: { id, ...periodSearch(chosen) },
                  replace: true,
                  resetScroll: false,
                  state: true,
                })
              }
            />
            {isDesk ? (
              <div className="flex items-center gap-2">
                <StatementLink subject={id} period={period} />
                <ColumnMenu columns={STATEMENT_COLUMNS} />
                <ExportMenu {...file} count={sums.data?.count} total={totals} />
              </div>
            ) : (
              <div className="flex flex-wrap items-center gap-2">
                <StatementLink subject={id} period={period} />
                <ListOutputs {...file} total={sums.data?.count} />
              </div>
            )}
          </div>
          {id === '' || name === '' ? null : (
            <BeneficiaryDetailsSection
              id={id}
              name={name}
              mayChange={user?.role === 'admin' || user?.role === 'accountant'}
            />
          )}
          <p role="status" className="flex min-h-7 flex-wrap gap-x-4 px-4 pb-3 text-ink-soft md:px-5">
            {totals}
          </p>
          {rows === undefined ? (
            query.error === null ? (
              <RowsSkeleton count={8} />
            ) : (
              <FailedState message={errorMessage(query.error)} onRetry={() => void query.refetch()} />
            )
          ) : rows.length === 0 ? (
            <div className="border-rule border-t">
              <EmptyState title={t.noRows}>{t.noRowsText}</EmptyState>
            </div>
          ) : (
            <div className="aria-busy:opacity-60" aria-busy={query.isPlaceholderData}>
              <LoadMoreButton query={query} is="earlier" />
              {isDesk && user !== undefined ? (
                <EntryTable
                  isMain
                  label={t.statementOf(name)}
                  admin={user}
                  rows={rows}
                  columns={STATEMENT_COLUMNS}
                  bottom={
                    sums.data && {
                      label: until === undefined ? t.paid : t.paidUntil(until),
                      figures: { out: sums.data.debits.amount },
                    }
                  }
                />
              ) : (
                <BeneficiaryStatementTable name={name} rows={rows} total={sums.data?.debits.amount} until={until} />
              )}
            </div>
          )}
        </section>
      )}
    </OfficePage>
  )
}
