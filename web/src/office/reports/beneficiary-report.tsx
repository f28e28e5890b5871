import type { BeneficiaryReport, CompanySummary } from '@ledger/contracts/http/reports/summary-and-total-schemas.ts'
import { sumOfAmounts } from '@ledger/contracts/money.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { LoadMoreButton } from '../../shared/design/load-more-button.tsx'
import { EmptyState, FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { MarkedText } from '../../shared/entry/list/marked-text.tsx'
import { periodInFileName } from '../../shared/export/file/file-name.ts'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { countText, dateText, rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { paymentModeLabels } from '../../shared/language/payment-mode-labels.ts'
import { ALL_TIME, periodText } from '../../shared/language/period-text.ts'
import { beneficiariesExportUrl, beneficiaryPages, companySummaryQuery } from '../api/report-queries.ts'
import { LookAlikes } from '../beneficiaries/look-alikes.tsx'
import { MergeSelection } from '../beneficiaries/merge-selection.tsx'
import { OtherSpellingsWithUndo } from '../beneficiaries/other-spellings-with-undo.tsx'
import { words as nameWords } from '../beneficiaries/screen-texts.ts'
import { useBeneficiaryDialogs } from '../beneficiaries/use-beneficiary-dialogs.tsx'
import { SearchField } from '../controls/search-field.tsx'
import { SectionSkeleton } from '../controls/section-skeleton.tsx'
import { useSearchWordsInUrl } from '../controls/use-search-words-in-url.ts'
import { ExportMenu } from '../export/export-menu.tsx'
import { BeneficiaryStatementLink } from './beneficiary-statement-link.tsx'
import { words } from './screen-texts.ts'

const CHECKBOX_LOOK =
  'grid h-11 w-6 shrink-0 cursor-pointer appearance-none place-items-center outline-none before:size-5 before:rounded-[3px] before:border-2 before:border-edge before:bg-sheet before:inset-ring-3 before:inset-ring-sheet checked:before:border-ink checked:before:bg-ink focus-visible:before:outline-3 focus-visible:before:outline-ink lg:h-9'

/** §2, Beneficiary Reports (all sites), with a payment summary and export. */
export function BeneficiaryReportSection({ mayChange }: { mayChange: boolean }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { q, typed, type } = useSearchWordsInUrl('q')
  const names = useBeneficiaryDialogs()
  const query = useInfiniteQuery({ ...beneficiaryPages(q), placeholderData: keepPreviousData })
  const summary = useQuery(companySummaryQuery({}))
  const found = query.data?.pages.flatMap((page) => page.rows)
  const count = query.data?.pages[0]?.count ?? 0
  // Without words the payments of the summary are those of all beneficiaries, also of those not loaded yet.
  const payments = q === '' ? summary.data?.paymentModes.map(({ amount }) => amount) : undefined
  const paid = query.hasNextPage ? payments : found?.map(({ totalPaid }) => totalPaid)
  return (
    <>
      {summary.data === undefined ? null : <PaymentSummary modes={summary.data.paymentModes} />}
      <div className="grid gap-3 px-4 pb-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-5">
        <SearchField label={t.searchBeneficiaries} value={typed} onChange={type} className="" isMain />
        <div className="justify-self-end">
          <ExportMenu
            parts={['Beneficiaries', q, periodInFileName(ALL_TIME)]}
            heading={{
              title: t.beneficiaries,
              about: [q === '' ? '' : `“${q}”`],
              period: periodText(ALL_TIME, language),
            }}
            job={{ kind: 'beneficiaries', report: 'beneficiaries', address: beneficiariesExportUrl(q) }}
            count={query.data?.pages[0]?.count}
            total={[
              t.foundBeneficiaries(countText(count)),
              ...(paid === undefined ? [] : [`${t.paid} ${rupees(sumOfAmounts(paid))}`]),
            ].join(DOT_SEPARATOR)}
          />
        </div>
      </div>
      {mayChange ? <LookAlikes onMerge={names.askMerge} /> : null}
      {found === undefined ? (
        query.error === null ? (
          <SectionSkeleton />
        ) : (
          <FailedState message={errorMessage(query.error)} onRetry={() => void query.refetch()} />
        )
      ) : found.length === 0 ? (
        <div className="border-rule border-t">
          {q === '' ? (
            <EmptyState title={t.noBeneficiaries}>{t.noBeneficiariesText}</EmptyState>
          ) : (
            <EmptyState title={t.noneFound}>{t.noneFoundText}</EmptyState>
          )}
        </div>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-4 px-4 pb-3 md:px-5">
            <div className="flex items-baseline gap-x-2">
              <p role="status" className="font-strong">
                {t.foundBeneficiaries(countText(count))}
              </p>
              <p className="text-ink-soft text-small">{t.allTime}</p>
            </div>
            <MergeSelection selected={names.selected} onMerge={names.askMerge} onClear={names.clear} />
          </div>
          <section aria-label={t.beneficiaries}>
            <ul>
              {found.map((report) => (
                <BeneficiaryRow
                  key={report.id}
                  report={report}
                  query={q}
                  change={
                    mayChange
                      ? {
                          isSelected: names.selected.some(({ id }) => id === report.id),
                          onSelect: (isSelected) => names.select(report, isSelected),
                          onRename: () => names.askRename(report),
                        }
                      : undefined
                  }
                />
              ))}
            </ul>
            <LoadMoreButton query={query} />
          </section>
        </>
      )}
      {names.dialog}
    </>
  )
}

/** The payments of the sites by mode, each with its sum. */
function PaymentSummary({ modes }: { modes: CompanySummary['paymentModes'] }) {
  const t = useWords(words)
  const names = useWords(paymentModeLabels)
  if (modes.length === 0) return null
  return (
    <div className="px-4 pb-4 md:px-5">
      <h3 className="mb-2 font-strong">
        {t.summary} <span className="font-normal text-ink-soft text-small">{t.allTime}</span>
      </h3>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] overflow-hidden rounded-brick border border-rule">
        {modes.map(({ paymentMode, amount, count }) => (
          <div
            key={paymentMode}
            className="-mr-px -mb-px border-rule border-r border-b px-3 py-2.5 max-[379px]:flex max-[379px]:justify-between max-[379px]:gap-3 max-[379px]:*:last:text-right"
          >
            <dt className="text-ink-soft text-small">{names[paymentMode]}</dt>
            <dd>
              <span className="figures block font-heavy">{rupees(amount)}</span>
              <span className="figures block text-ink-soft text-small">{t.payments(countText(count))}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

interface RowProps {
  report: BeneficiaryReport
  query?: string
  /** The controls of a person who may change names; left out for others, and where a list only shows. */
  change?: { isSelected: boolean; onSelect(isSelected: boolean): void; onRename(): void } | undefined
}

export function BeneficiaryRow({ report, query, change }: RowProps) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const n = useWords(nameWords)
  const { id, name, totalPaid, payments, lastPaidOn } = report
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-rule border-t px-4 py-2.5 md:px-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] lg:py-0">
      <div className="min-w-0 max-md:contents lg:contents">
        <div className="flex min-w-0 items-center gap-2 max-md:col-span-2">
          {change === undefined ? null : (
            <input
              type="checkbox"
              aria-label={n.select(name)}
              checked={change.isSelected}
              onChange={({ target }) => change.onSelect(target.checked)}
              className={`${CHECKBOX_LOOK} print:hidden`}
            />
          )}
          <BeneficiaryStatementLink id={id} className="font-strong [overflow-wrap:anywhere]">
            <MarkedText text={name} query={query} />
          </BeneficiaryStatementLink>
          {change === undefined ? null : (
            <button
              type="button"
              aria-label={n.renameOf(name)}
              onClick={change.onRename}
              className="inline-grid min-h-11 min-w-11 shrink-0 place-items-center rounded-brick text-ink-soft hover:bg-ground hover:text-ink lg:min-h-8 print:hidden"
            >
              <Pencil className="size-4" aria-hidden="true" />
            </button>
          )}
        </div>
        <p className="text-ink-soft text-small">
          {t.payments(countText(payments))}
          {lastPaidOn === null ? null : `${DOT_SEPARATOR}${t.last(dateText(lastPaidOn, language))}`}
        </p>
      </div>
      <p className="figures font-heavy">{rupees(totalPaid)}</p>
      <OtherSpellingsWithUndo beneficiary={report} query={query} mayChange={change !== undefined} />
    </li>
  )
}
