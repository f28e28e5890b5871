import type { SessionUser } from '@ledger/contracts/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import { isUnauthorized } from '../api/api-error.ts'
import { balanceQuery, transactionsQuery } from '../api/site-account.ts'
import { Masthead } from '../design/masthead.tsx'
import { usePageTitle } from '../design/page-title.ts'
import { useWords } from '../language/words.ts'
import { signInAgain } from '../session/sign-in-again.ts'
import { BalanceCard } from './balance-card.tsx'
import { RecentTransactions } from './recent-transactions.tsx'
import { useLogout } from './use-logout.ts'
import { words } from './words.ts'

/**
 * What a field user sees first (§2, Site dashboard): whose book, how much is left, the one thing to do, what happened last.
 * Tiles stand in a grid of three, where Reports and All Transactions will join Add Expense.
 */
export function FieldDashboard({ user }: { user: SessionUser }) {
  const t = useWords(words)
  usePageTitle(t.currentBalance)
  const balance = useQuery(balanceQuery)
  const transactions = useQuery(transactionsQuery)
  const logout = useLogout()
  const signedOut = isUnauthorized(balance.error) || isUnauthorized(transactions.error)
  useEffect(() => {
    if (signedOut) signInAgain()
  }, [signedOut])

  return (
    <div className="min-h-dvh pb-8">
      <Masthead title={user.name} onLogout={logout.run} leaving={logout.pending}>
        <p className="truncate text-ink-soft text-small">
          {user.siteName === null ? null : <span>{user.siteName} · </span>}
          <span className="figures">{user.mobile}</span>
        </p>
      </Masthead>
      <main className="mx-auto grid max-w-6xl gap-4 p-4 md:gap-6 md:p-6 lg:grid-cols-[2fr_3fr] lg:items-start">
        <div className="grid gap-4">
          <BalanceCard query={balance} />
          <nav className="grid grid-cols-1 gap-3">
            <Link
              to="/expense"
              className="flex min-h-16 items-center justify-center gap-2 rounded-sheet border border-accent-line bg-accent px-4 font-heavy text-lead text-on-accent hover:bg-accent-press active:bg-accent-press"
            >
              <Plus className="size-6" strokeWidth={2.5} aria-hidden="true" />
              {t.addExpense}
            </Link>
          </nav>
        </div>
        <RecentTransactions query={transactions} />
      </main>
    </div>
  )
}
