import type { AccountCashCount } from '@ledger/contracts/http/cash-counts/cash-count-schemas.ts'
import { isCashBelowZero } from '@ledger/contracts/is-cash-below-zero.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { createCall } from '../../../shared/api/api-client.ts'
import { errorMessage } from '../../../shared/api/error-messages.ts'
import { REFETCH_MS } from '../../../shared/api/refetch-interval.ts'
import { EmptyState, FailedState } from '../../../shared/design/loading-empty-failed.tsx'
import { RowsSkeleton } from '../../../shared/entry/list/rows-skeleton.tsx'
import { PrintedScreenHead } from '../../../shared/export/print/use-print-preview.tsx'
import { dateText, isZero, rupees, timeText } from '../../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../../shared/language/language-setting.ts'
import { words as sectionTitles } from '../../dashboard/screen-texts.ts'
import { words } from './screen-texts.ts'

const SHOWN_COUNTS = '100'

const fetchCounts = createCall<'cashCounts'>('GET', '/api/admin/cash-counts')
const countsQuery = (last: 'differing' | undefined) =>
  queryOptions({
    queryKey: ['/api/admin/cash-counts', last ?? ''],
    queryFn: () => fetchCounts({ query: { last, limit: SHOWN_COUNTS } }),
    refetchInterval: REFETCH_MS,
  })

/** The counts of cash: first the last count of each account where it differs, then the newest of all. */
export function CashCountsSection() {
  const t = useWords(words)
  const s = useWords(sectionTitles)
  const differing = useQuery(countsQuery('differing'))
  const all = useQuery(countsQuery(undefined))
  const failed = [differing, all].find(({ error }) => error !== null)
  if (failed?.error) return <FailedState message={errorMessage(failed.error)} onRetry={() => void failed.refetch()} />
  if (differing.data === undefined || all.data === undefined) return <RowsSkeleton count={8} />
  if (all.data.length === 0)
    return (
      <div className="border-rule border-t">
        <EmptyState title={t.none}>{t.noneText}</EmptyState>
      </div>
    )
  return (
    <>
      <PrintedScreenHead heading={{ title: s.cashCounts, about: [], period: '' }} />
      <h3 className="px-4 py-2 font-strong md:px-5">{t.differing}</h3>
      {differing.data.length === 0 ? (
        <p className="px-4 pb-4 text-ink-soft md:px-5">{t.noneDiffering}</p>
      ) : (
        <CountsTable label={t.differing} counts={differing.data} />
      )}
      <h3 className="px-4 pt-6 pb-2 font-strong md:px-5">
        {String(all.data.length) === SHOWN_COUNTS ? t.newest(SHOWN_COUNTS) : t.all}
      </h3>
      <CountsTable label={t.all} counts={all.data} />
    </>
  )
}

/** Each account leads to its cash book of mode cash, which closes with what the ledger has. */
function CountsTable({ label, counts }: { label: string; counts: readonly AccountCashCount[] }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const figure = 'figures px-2 text-right max-md:hidden'
  return (
    <table aria-label={label} className="w-full text-small">
      <thead>
        <tr className="border-rule border-y text-ink-soft">
          <th scope="col" className="px-4 py-2 text-left font-strong md:px-5">
            {t.who}
          </th>
          <th scope="col" className="px-2 py-2 text-left font-strong max-md:hidden">
            {t.when}
          </th>
          <th scope="col" className="px-2 py-2 text-right font-strong max-md:hidden">
            {t.counted}
          </th>
          <th scope="col" className="px-2 py-2 text-right font-strong max-md:hidden">
            {t.expected}
          </th>
          <th scope="col" className="px-4 py-2 text-right font-strong md:px-5">
            {t.difference}
          </th>
        </tr>
      </thead>
      <tbody>
        {counts.map((count) => (
          <tr key={`${count.account} ${count.at}`} className="border-rule border-b hover:bg-wash">
            <th scope="row" className="px-4 text-left font-normal md:px-5">
              <Link
                to="/admin/ledgers"
                search={{ account: count.account, mode: 'cash' }}
                hash="cashBook"
                className="inline-flex min-h-11 items-center underline-offset-4 [overflow-wrap:anywhere] hover:underline lg:min-h-9"
              >
                {count.siteName ? `${count.accountName}, ${count.siteName}` : count.accountName}
              </Link>
              <span className="block pb-2 text-ink-soft md:hidden">
                {dateText(count.at, language)}, {timeText(count.at)}
                <br />
                {t.counted} <span className="figures">{rupees(count.counted)}</span>
                {isCashBelowZero(count.expected) ? null : (
                  <>
                    <br />
                    {t.expected} <span className="figures">{rupees(count.expected)}</span>
                  </>
                )}
              </span>
              {isCashBelowZero(count.expected) ? <span className="block pb-2 text-ink-soft">{t.cannotSay}</span> : null}
            </th>
            <td className="px-2 max-md:hidden">
              {dateText(count.at, language)}, {timeText(count.at)}
            </td>
            <td className={figure}>{rupees(count.counted)}</td>
            <td className={figure}>{isCashBelowZero(count.expected) ? '' : rupees(count.expected)}</td>
            <td
              className={`figures px-4 text-right font-strong md:px-5 ${isZero(count.difference) ? 'text-ink-soft' : 'text-debit'}`}
            >
              {isCashBelowZero(count.expected) ? '' : rupees(count.difference)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
