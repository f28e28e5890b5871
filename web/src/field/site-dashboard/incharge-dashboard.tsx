import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartColumn, List, Plus } from 'lucide-react'
import { balanceQuery, recentQuery } from '../../shared/api/field-queries.ts'
import { DashboardHeader } from '../../shared/design/page/dashboard-header.tsx'
import { usePageTitle } from '../../shared/design/page/page-title.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import type { FieldUser } from '../../shared/session/field-session.ts'
import { useRedirectWhenSignedOut } from '../../shared/session/use-redirect-when-signed-out.ts'
import { LaterUnacknowledgedLine } from '../acknowledgement/later-unacknowledged-line.tsx'
import { usePendingRows } from '../outbox/ui/pending-rows.ts'
import { useOutbox } from '../outbox/ui/use-outbox.ts'
import { useTransactionDialogs } from '../transaction-dialog/use-transaction-dialogs.tsx'
import { TransferSection } from '../transfer/transfer-section.tsx'
import { useFieldLogout } from '../use-field-logout.ts'
import { BalanceCard } from './balance-card.tsx'
import { RecentTransactions } from './recent-transactions.tsx'
import { words } from './screen-texts.ts'
import { SiteSupervisors } from './site-supervisors.tsx'

/**
 * The dashboard of a site incharge (§2, Site dashboard): the account, the balance, the next actions, the last entries.
 */
export function InchargeDashboard({ user }: { user: FieldUser }) {
  const t = useWords(words)
  usePageTitle(t.currentBalance)
  const balance = useQuery(balanceQuery)
  const transactions = useQuery(recentQuery)
  const logout = useFieldLogout()
  const { actionsOf, answer, openWaiting, leaving, dialog } = useTransactionDialogs(user)
  const { Bar, Questions } = usePendingRows()
  useOutbox(user, balance)
  useRedirectWhenSignedOut(balance.error, transactions.error)

  return (
    <div className="min-h-dvh pb-8">
      <DashboardHeader title={user.name} onLogout={leaving(logout.run)} leaving={logout.pending}>
        <p className="flex flex-wrap gap-x-2 text-ink-soft text-small">
          {user.siteName === null ? null : <span className="[overflow-wrap:anywhere]">{user.siteName}</span>}
          <span className="figures">{user.mobile}</span>
        </p>
      </DashboardHeader>
      <main className="mx-auto grid max-w-6xl gap-4 p-4 md:gap-6 md:p-6 lg:grid-cols-[2fr_3fr] lg:grid-rows-[auto_1fr] lg:items-start">
        <div className="grid gap-4">
          {Questions && <Questions onAnswer={answer} />}
          <LaterUnacknowledgedLine isReady={!balance.isPending && !transactions.isPending} />
          <BalanceCard query={balance} />
          {Bar && <Bar onOpen={openWaiting} />}
          <DashboardTiles />
        </div>
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <RecentTransactions query={transactions} ready={!balance.isPending} actionsOf={actionsOf} />
        </div>
        <div className="grid gap-4">
          <TransferSection user={user} balance={balance} />
          <SiteSupervisors isReady={!balance.isPending && !transactions.isPending} />
        </div>
      </main>
      {dialog}
    </div>
  )
}

function DashboardTiles() {
  const t = useWords(words)
  const look = 'flex min-h-16 items-center justify-center gap-2 rounded-sheet border px-3 text-center'
  return (
    <nav className="grid grid-cols-2 tiny:grid-cols-1 gap-3">
      <Link
        to="/expense"
        className={`${look} col-span-full border-accent-line bg-accent font-heavy text-lead text-on-accent hover:bg-accent-press active:bg-accent-press`}
      >
        <Plus className="size-6 shrink-0" strokeWidth={2.5} aria-hidden="true" />
        {t.addExpense}
      </Link>
      <Link to="/reports" className={`${look} border-edge bg-sheet font-strong hover:border-ink`}>
        <ChartColumn className="size-5 shrink-0" aria-hidden="true" />
        {t.reports}
      </Link>
      <Link to="/transactions" className={`${look} border-edge bg-sheet font-strong hover:border-ink`}>
        <List className="size-5 shrink-0" aria-hidden="true" />
        {t.allTransactions}
      </Link>
    </nav>
  )
}
