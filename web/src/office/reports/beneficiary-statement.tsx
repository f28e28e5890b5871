import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { messageOf } from '../../shared/api/readers-words.ts'
import { Button } from '../../shared/design/button.tsx'
import { NextPage } from '../../shared/design/next-page.tsx'
import { usePageTitle } from '../../shared/design/page-title.ts'
import { ScreenHead } from '../../shared/design/screen-head.tsx'
import { Empty, Failed } from '../../shared/design/states.tsx'
import { WaitingRows } from '../../shared/entry/waiting-rows.tsx'
import { ExportButton } from '../../shared/export/export-button.tsx'
import { periodName } from '../../shared/export/sheet-plan.ts'
import { countText, dateText, rupees } from '../../shared/language/figures.ts'
import { useLanguage } from '../../shared/language/language.ts'
import { useWords } from '../../shared/language/words.ts'
import { useOffice } from '../../shared/session/use-office.ts'
import { companyAddress, companyPages, companySumsQuery, NO_FILTER, newestQuery } from '../calls/money.ts'
import { DateRange } from '../transactions/date-range.tsx'
import { StatementTable } from './statement-table.tsx'
import { words } from './words.ts'

const route = getRouteApi('/admin/beneficiary')

/** `/admin/beneficiary`: the payments to one beneficiary from all accounts, by day, with the total at the end. */
export function BeneficiaryStatement() {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { admin } = useOffice()
  const { id, from = '', to = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const filter = { ...NO_FILTER, beneficiary: id, from, to }
  const enabled = admin !== undefined && id !== ''
  const query = useInfiniteQuery({ ...companyPages(filter), enabled })
  const sums = useQuery({ ...companySumsQuery(filter), enabled })
  // The name comes from its last payment, in any period.
  const [last] = useQuery({ ...newestQuery({ ...NO_FILTER, beneficiary: id }, 1), enabled }).data ?? []
  const name = last?.recipient ?? ''
  usePageTitle(name === '' ? t.statement : t.statementOf(name))
  const rows = query.data?.pages.flatMap((page) => page.rows).reverse()
  const period = { from, to }
  return (
    <div className="min-h-dvh pb-8">
      <ScreenHead title={name === '' ? t.statement : name} home="/admin" hash="beneficiaries" />
      <main className="mx-auto max-w-6xl md:p-6">
        <section
          className="border-rule bg-sheet max-md:border-b md:rounded-sheet md:border"
          aria-busy={query.isPending}
          aria-label={t.statementOf(name)}
        >
          <div className="grid gap-3 p-4 md:px-5 lg:grid-cols-[minmax(0,1fr)_auto_auto] lg:items-end">
            <DateRange {...period} onChange={(range) => void navigate({ search: asked(id, range), replace: true })} />
            <div className="grid grid-cols-2 gap-3 lg:contents">
              <Button kind="secondary" onClick={() => void navigate({ search: { id }, replace: true })}>
                {t.clear}
              </Button>
              <ExportButton
                parts={['Statement', name, periodName(period)]}
                job={{ kind: 'statement', report: 'beneficiary-statement', address: companyAddress(filter) }}
                total={sums.data?.count}
              />
            </div>
          </div>
          <p role="status" className="flex min-h-7 flex-wrap gap-x-4 px-4 pb-3 text-ink-soft md:px-5">
            {sums.data === undefined ? null : (
              <>
                <span>{t.payments(countText(sums.data.debits.count))}</span>
                <span>
                  {t.paid} <span className="figures font-heavy">{rupees(sums.data.debits.amount)}</span>
                </span>
              </>
            )}
          </p>
          {rows === undefined ? (
            query.error === null ? (
              <WaitingRows count={8} />
            ) : (
              <Failed message={messageOf(query.error)} onRetry={() => void query.refetch()} />
            )
          ) : rows.length === 0 ? (
            <div className="border-rule border-t">
              <Empty title={t.noRows}>{t.noRowsText}</Empty>
            </div>
          ) : (
            <div className="aria-busy:opacity-60" aria-busy={query.isPlaceholderData}>
              <NextPage query={query} is="earlier" />
              <StatementTable
                name={name}
                rows={rows}
                total={sums.data?.debits.amount}
                until={to === '' ? undefined : dateText(`${to}T06:30:00Z`, language)}
              />
            </div>
          )}
        </section>
      </main>
    </div>
  )
}

function asked(id: string, { from, to }: { from: string; to: string }) {
  return { id, ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) }
}
