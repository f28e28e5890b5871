import type { Balance } from '@ledger/contracts/http/responses.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowDownLeft, ArrowUpRight, ChevronRight } from 'lucide-react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { FailedState, SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'
import { totalFigureSize } from '../../shared/design/total-figure-size.ts'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useBalanceStatusWords } from '../balance-status-words.ts'
import { words } from './screen-texts.ts'

/**
 * The balance as at the end of a page in a book: the figure on its double line, and below it the sums behind it. The
 * whole card links to the details (§2).
 */
export function BalanceCard({ query }: { query: UseQueryResult<Balance> }) {
  const t = useWords(words)
  const sayBalance = useBalanceStatusWords()
  const { data, error } = query
  if (data === undefined && error !== null)
    return (
      <section className="rounded-sheet border border-rule bg-sheet">
        <FailedState message={errorMessage(error)} onRetry={() => void query.refetch()} />
      </section>
    )
  const balance = data && rupees(data.currentBalance)
  const deficit = data?.currentBalance.startsWith('-') ?? false
  return (
    <section
      className="relative rounded-sheet border border-rule bg-sheet p-5 has-[a:hover]:border-ink"
      aria-busy={data === undefined}
    >
      <h2 className="font-strong text-ink-soft">
        <Link
          to="/balance-details"
          className="-my-2.5 flex min-h-11 items-center justify-between gap-2 after:absolute after:inset-0 after:rounded-sheet"
        >
          {t.currentBalance}
          <span className="sr-only">, {t.details}</span>
          <ChevronRight className="size-6" aria-hidden="true" />
        </Link>
      </h2>
      <p
        className={`total-line mt-1 pb-2 font-heavy ${totalFigureSize(balance)} tracking-[-0.01em] lg:text-hero ${deficit ? 'text-debit' : ''}`}
        data-testid="current-balance"
      >
        {balance === undefined ? (
          <SkeletonBar className="my-1 h-12 w-56 max-w-full" />
        ) : (
          <span className="figures">{balance}</span>
        )}
      </p>
      <p className={`mt-2 min-h-6 ${deficit ? 'font-strong text-debit' : 'text-ink-soft'}`}>
        {data === undefined ? <SkeletonBar className="h-5 w-44" /> : sayBalance(data.currentBalance)}
      </p>
      {/*
       * The totals are side by side with a line between, or below each other where crores need the room: the first of
       * a row hides its own line. On the narrowest phones each has its own row, so that the next actions stay
       * visible.
       */}
      <dl className="-ml-px mt-4 flex flex-wrap gap-y-3 overflow-hidden border-rule border-t pt-4 max-[359px]:mt-2 max-[359px]:grid max-[359px]:gap-y-1 max-[359px]:pt-2">
        <BalanceTotal
          label={t.received}
          figure={data && rupees(data.totalReceived)}
          className="text-credit"
          icon={<ArrowDownLeft className="size-4" aria-hidden="true" />}
        />
        <BalanceTotal
          label={t.spent}
          figure={data && rupees(data.totalSpent)}
          className="text-debit"
          icon={<ArrowUpRight className="size-4" aria-hidden="true" />}
        />
      </dl>
      <p className="mt-3 text-ink-soft text-small max-[359px]:mt-1">{t.spentNote}</p>
    </section>
  )
}

interface TotalProps {
  label: string
  figure: string | undefined
  className: string
  icon: React.ReactNode
}

function BalanceTotal({ label, figure, className, icon }: TotalProps) {
  return (
    <div
      className={`-ml-4 flex-1 border-rule border-l pr-6 pl-4 max-[359px]:flex max-[359px]:flex-wrap max-[359px]:items-baseline max-[359px]:justify-between max-[359px]:gap-x-2 max-[359px]:pr-0 ${className}`}
    >
      <dt className="flex items-center gap-1 text-small">
        {icon}
        <span className="text-ink-soft">{label}</span>
      </dt>
      <dd className="font-heavy text-[clamp(16px,4.9vw,20px)]/7">
        {figure === undefined ? (
          <SkeletonBar className="mt-1 h-6 w-24 max-w-full" />
        ) : (
          <span className="figures">{figure}</span>
        )}
      </dd>
    </div>
  )
}
