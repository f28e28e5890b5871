import type { AccountLedgerAsOf } from '@ledger/contracts/http/audit/balances-and-ledger-as-of-schemas.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ApiError } from '../../shared/api/api-error.ts'
import { LoadMoreButton } from '../../shared/design/load-more-button.tsx'
import { EmptyState, SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'
import { ScrollAnchoredRows } from '../../shared/design/scroll-anchored-rows.tsx'
import { PrintButton } from '../../shared/export/print/list-outputs.tsx'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { countText, dateText, rupees, timeText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { eventAtQuery, ledgerAsOfPages } from '../api/audit-queries.ts'
import { LongRunningProgress } from '../frame/long-running-progress.tsx'
import { AccountLedgerRow } from './account-ledger-row.tsx'
import { ledgerRowDifference } from './ledger-row-difference.ts'
import { readPrintedLedgerAsOf } from './printed-ledger-as-of.ts'
import { words } from './screen-texts.ts'

interface Props {
  account: string
  position: number
  title?: string
  /** An earlier position to compare with: rows that were added or changed since then are marked. */
  earlier?: number
  /** A later position to compare with: rows that are deleted by then are marked. */
  later?: number
}

/**
 * Shows the ledger of one account at one moment: the sums on the double line, then the rows, the oldest first, read
 * from the end.
 */
export function AccountLedgerAsOfMoment({ account, position, title, earlier, later }: Props) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const options = ledgerAsOfPages(account, position)
  const query = useInfiniteQuery(options)
  const { data: event } = useQuery({ ...eventAtQuery(position), enabled: position > 0 })
  const goneBy = useRowIdsAt(account, later)
  const first = query.data?.pages[0]
  const name = first && accountNameOf(first, t.head_office)
  const rows = query.data?.pages.flatMap((page) => page.rows).reverse() ?? []
  const when = event ? `${dateText(event.recordedAt, language)}, ${timeText(event.recordedAt)}` : ''
  const place = position === 0 ? t.beginning : t.upTo(countText(position))
  return (
    <section
      aria-label={title ?? t.ledgerTitle}
      className="min-w-0 overflow-hidden rounded-sheet border border-rule bg-sheet"
    >
      <div className="grid gap-1 p-4 md:px-5">
        {title === undefined ? null : <p className="text-ink-soft text-small">{title}</p>}
        {first === undefined ? null : (
          <div className="flex items-start justify-between gap-4">
            <h2 className="min-w-0 break-words font-heavy text-lead">{name}</h2>
            {first.entries === 0 ? null : (
              <div className="list-outputs">
                <PrintButton
                  heading={{
                    title: t.ledgerTitle,
                    about: [name ?? '', title ?? ''],
                    period: [place, when].filter((text) => text !== '').join(DOT_SEPARATOR),
                  }}
                  read={(inLanguage, onRead) =>
                    readPrintedLedgerAsOf({ account, position, earlier, later }, inLanguage, onRead)
                  }
                  total={first.entries}
                  wholeElsewhere={t.wholeAsFile}
                />
              </div>
            )}
          </div>
        )}
        <p className="min-h-6 text-ink-soft">
          {place}
          {when === '' ? null : <span className="block text-small">{when}</span>}
        </p>
      </div>
      {first === undefined ? (
        query.error instanceof ApiError && query.error.status === 404 ? (
          <EmptyState title={t.noAccount} />
        ) : (
          <LongRunningProgress query={query} queryKey={options.queryKey} waiting={<LedgerSkeleton />} />
        )
      ) : (
        <>
          <LedgerAsOfSums ledger={first} />
          {first.entries === 0 ? <EmptyState title={t.noEntries} /> : null}
          <ScrollAnchoredRows label={title === undefined ? t.rows : `${title}: ${t.rows}`} first={rows[0]?.id}>
            <LoadMoreButton query={query} is="earlier" />
            <ul>
              {rows.map((row) => (
                <AccountLedgerRow key={row.id} row={row} mark={ledgerRowDifference(row, earlier, goneBy)} />
              ))}
            </ul>
          </ScrollAnchoredRows>
        </>
      )}
    </section>
  )
}

function LedgerSkeleton() {
  return (
    <div aria-busy="true">
      <div className="grid grid-cols-2 tiny:grid-cols-1 gap-4 border-rule border-t px-4 py-3 md:px-5">
        <SkeletonBar className="h-12 w-28" />
        <SkeletonBar className="h-12 w-28 justify-self-end" />
      </div>
      {['a', 'b', 'c', 'd'].map((row) => (
        <div key={row} className="flex justify-between gap-4 border-rule border-t px-4 py-3 md:px-5">
          <span className="grid gap-2">
            <SkeletonBar className="h-5 w-36" />
            <SkeletonBar className="h-4 w-44" />
          </span>
          <SkeletonBar className="h-10 w-24" />
        </div>
      ))}
    </div>
  )
}

/**
 * Returns the ids of the entries at another position; undefined until all pages are read, because before that no row
 * can be called missing.
 */
function useRowIdsAt(account: string, position: number | undefined): ReadonlySet<string> | undefined {
  const { data, hasNextPage } = useInfiniteQuery({
    ...ledgerAsOfPages(account, position ?? 0),
    enabled: position !== undefined,
  })
  if (position === undefined || data === undefined || hasNextPage) return undefined
  return new Set(data.pages.flatMap(({ rows }) => rows.map(({ id }) => id)))
}

const accountNameOf = ({ account }: AccountLedgerAsOf, headOffice: string) =>
  account.kind === 'head_office' ? headOffice : account.name

function LedgerAsOfSums({ ledger: { received, spent, balance, entries } }: { ledger: AccountLedgerAsOf }) {
  const t = useWords(words)
  return (
    <dl className="grid grid-cols-[auto_auto] justify-between gap-x-4 gap-y-2 border-rule border-t px-4 py-3 md:px-5">
      <div>
        <dt className="text-ink-soft text-small">{t.received}</dt>
        <dd className="figures font-heavy text-credit">{rupees(received)}</dd>
      </div>
      <div className="text-right">
        <dt className="text-ink-soft text-small">{t.spent}</dt>
        <dd className="figures font-heavy text-debit">{rupees(spent)}</dd>
      </div>
      <div>
        <dt className="text-ink-soft text-small">{t.entries}</dt>
        <dd className="figures">{countText(entries)}</dd>
      </div>
      <div className="text-right">
        <dt className="text-ink-soft text-small">{t.balance}</dt>
        <dd className={`font-heavy text-lead max-[359px]:text-body ${balance.startsWith('-') ? 'text-debit' : ''}`}>
          <span className="figures total-line">{rupees(balance)}</span>
        </dd>
      </div>
    </dl>
  )
}
