import type { BeneficiaryReport, CompanySummary } from '@ledger/contracts/http/report-schemas.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { LoadMoreButton } from '../../shared/design/load-more-button.tsx'
import { EmptyState, FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { MarkedText } from '../../shared/entry/list/marked-text.tsx'
import { periodInFileName } from '../../shared/export/file/file-name.ts'
import { ListOutputs } from '../../shared/export/print/list-outputs.tsx'
import { useDebouncedText } from '../../shared/forms/use-debounced-text.ts'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { countText, dateText, rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { paymentModeLabels } from '../../shared/language/payment-mode-labels.ts'
import { ALL_TIME, periodText } from '../../shared/language/period-text.ts'
import { beneficiariesExportUrl, beneficiaryPages, companySummaryQuery } from '../api/report-queries.ts'
import { SearchField } from '../controls/search-field.tsx'
import { SectionSkeleton } from '../controls/section-skeleton.tsx'
import { BeneficiaryLink } from './beneficiary-link.tsx'
import { words } from './screen-texts.ts'

/** §2, Beneficiary Reports (all sites), with a payment summary and export. */
export function BeneficiaryReportSection() {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const [typed, setTyped] = useState('')
  const q = useDebouncedText(typed.trim())
  const query = useInfiniteQuery({ ...beneficiaryPages(q), placeholderData: keepPreviousData })
  const summary = useQuery(companySummaryQuery({}))
  const found = query.data?.pages.flatMap((page) => page.rows)
  const count = query.data?.pages[0]?.count ?? 0
  return (
    <>
      {summary.data === undefined ? null : <PaymentSummary modes={summary.data.paymentModes} />}
      <div className="grid gap-3 px-4 pb-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-5">
        <SearchField label={t.searchBeneficiaries} value={typed} onChange={setTyped} className="" />
        <ListOutputs
          parts={['Beneficiaries', q, periodInFileName(ALL_TIME)]}
          heading={{
            title: t.beneficiaries,
            about: [q === '' ? '' : `“${q}”`],
            period: periodText(ALL_TIME, language),
          }}
          job={{ kind: 'beneficiaries', report: 'beneficiaries', address: beneficiariesExportUrl(q) }}
          total={query.data?.pages[0]?.count}
        />
      </div>
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
          <p role="status" className="px-4 pb-3 font-strong md:px-5">
            {t.foundBeneficiaries(countText(count))}
          </p>
          <section aria-label={t.beneficiaries}>
            <ul>
              {found.map((report) => (
                <BeneficiaryRow key={report.id} report={report} query={q} />
              ))}
            </ul>
            <LoadMoreButton query={query} />
          </section>
        </>
      )}
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
      <h3 className="mb-2 font-strong">{t.summary}</h3>
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

export function BeneficiaryRow({ report, query }: { report: BeneficiaryReport; query?: string }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { id, name, totalPaid, payments, lastPaidOn } = report
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-rule border-t px-4 py-2.5 md:px-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] lg:py-0">
      <div className="min-w-0 max-md:contents lg:contents">
        <BeneficiaryLink id={id} className="font-strong [overflow-wrap:anywhere]">
          <MarkedText text={name} query={query} />
        </BeneficiaryLink>
        <p className="text-ink-soft text-small max-md:order-last max-md:col-span-2">
          {t.payments(countText(payments))}
          {lastPaidOn === null ? null : `${DOT_SEPARATOR}${t.last(dateText(lastPaidOn, language))}`}
        </p>
      </div>
      <p className="figures font-heavy">{rupees(totalPaid)}</p>
    </li>
  )
}
