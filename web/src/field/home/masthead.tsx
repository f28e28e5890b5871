import type { Balance } from '@ledger/contracts/http/people/account-schemas.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { LanguageSwitch } from '../../shared/design/controls/language-switch.tsx'
import { FailedState, SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'
import { currentCompanyName } from '../../shared/design/page/company-name.ts'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useBalanceStatusWords } from '../balance-status-words.ts'
import { words } from './screen-texts.ts'

interface Props {
  title: string
  /** The person and the place, in one line. */
  children: ReactNode
  balance: UseQueryResult<Balance>
  /** Notes about the two sums, below them. */
  notes?: { received: string; spent: string }
  onLogout(): void
  leaving: boolean
}

/**
 * The band of brick over a home screen: the account, its two sums, and the balance under them. The row with the balance
 * stays in view while the rest scrolls away, so nothing changes its height. Returns siblings, because a row stays only
 * as long as its parent is in view.
 */
export function Masthead({ title, children, balance: query, notes, onLogout, leaving }: Props) {
  const t = useWords(words)
  const { data, error } = query
  const band = 'bg-accent text-on-accent print:bg-sheet print:text-ink'
  const inner = 'mx-auto max-w-6xl px-4 md:px-6'
  return (
    <>
      <header className={band}>
        <div className={`${inner} pt-1`}>
          <div className="flex items-start tiny:flex-wrap">
            <div className="min-w-0 flex-1 pt-1.5 tiny:basis-full">
              {currentCompanyName === undefined ? null : (
                <p className="truncate text-small" title={currentCompanyName}>
                  {currentCompanyName}
                </p>
              )}
              <h1 className="line-clamp-3 font-heavy text-body/6 [overflow-wrap:anywhere]">{title}</h1>
              {children}
            </div>
            <LanguageSwitch className="shrink-0" />
            <button
              type="button"
              onClick={onLogout}
              disabled={leaving}
              className="-mr-3 inline-flex size-11 shrink-0 items-center justify-center gap-2 rounded-brick font-strong hover:underline md:mr-0 md:w-auto md:px-3"
            >
              <LogOut className="size-5" aria-hidden="true" />
              <span className="max-md:sr-only">{t.logout}</span>
            </button>
          </div>
          <dl className="mt-0.5 flex flex-wrap gap-x-5 gap-y-1 pb-1">
            <MastheadSum label={t.received} figure={data && rupees(data.totalReceived)} note={notes?.received} />
            <MastheadSum label={t.spent} figure={data && rupees(data.totalSpent)} note={notes?.spent} />
          </dl>
        </div>
      </header>
      <div className={`sticky top-0 z-10 tiny:static ${band}`}>
        {data === undefined && error !== null ? (
          <div className="bg-sheet text-ink">
            <FailedState message={errorMessage(error)} onRetry={() => void query.refetch()} />
          </div>
        ) : (
          <MastheadBalance balance={data?.currentBalance} className={inner} />
        )}
      </div>
    </>
  )
}

function MastheadSum({ label, figure, note }: { label: string; figure: string | undefined; note: string | undefined }) {
  return (
    <div className="min-w-0">
      <dt className="text-small">{label}</dt>
      <dd className="font-heavy">
        {figure === undefined ? <SkeletonBar className="h-6 w-28" /> : <span className="figures">{figure}</span>}
        {note === undefined ? null : <span className="block font-normal text-small">{note}</span>}
      </dd>
    </div>
  )
}

/** The one balance: the whole row leads to its details (§2). */
function MastheadBalance({ balance, className }: { balance: string | undefined; className: string }) {
  const t = useWords(words)
  const sayBalance = useBalanceStatusWords()
  const figure = balance && rupees(balance)
  const isDeficit = balance?.startsWith('-') ?? false
  return (
    <section
      aria-label={t.balance}
      className={`${className} relative border-on-accent/25 border-t`}
      aria-busy={balance === undefined}
    >
      <h2 className="sr-only">{t.balance}</h2>
      <div className="flex min-h-13 items-center gap-3 tiny:flex-wrap">
        <p className={`font-heavy ${mastheadFigureSize(figure)}`} data-testid="current-balance">
          {figure === undefined ? (
            <SkeletonBar className="h-9 w-44 max-w-full" />
          ) : (
            <span className="figures">{figure}</span>
          )}
        </p>
        <Link
          to="/balance-details"
          aria-label={`${t.balance}, ${t.details}`}
          className="-outline-offset-3 absolute inset-0"
        />
        {balance === undefined ? null : (
          <p
            className={`ml-auto min-w-0 text-right text-small/5 ${isDeficit ? 'rounded-brick bg-sheet px-2 py-1 font-strong text-debit' : ''}`}
          >
            {sayBalance(balance)}
          </p>
        )}
        <ChevronRight className="-mr-1.5 size-6 shrink-0" aria-hidden="true" />
      </div>
    </section>
  )
}

/** Leaves room for the words beside the figure: crores get smaller, thousands do not. */
function mastheadFigureSize(figure: string | undefined): string {
  const length = figure?.length ?? 0
  if (length <= 10) return 'text-[clamp(16px,9.4vw,36px)]/12'
  return length <= 14 ? 'text-[clamp(15px,8vw,34px)]/12' : 'text-[clamp(14px,6.6vw,32px)]/12'
}
