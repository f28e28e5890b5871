import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartColumn, List, Plus } from 'lucide-react'
import { balanceQuery, recentQuery } from '../../shared/api/field-queries.ts'
import { usePageTitle } from '../../shared/design/page/page-title.ts'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import type { FieldUser } from '../../shared/session/field-session.ts'
import { useRedirectWhenSignedOut } from '../../shared/session/use-redirect-when-signed-out.ts'
import { LazyUnacknowledgedTransfers } from '../acknowledgement/lazy-unacknowledged-transfers.tsx'
import { TRANSFER_HASH, useFocusTransferFormByHash } from '../home/focus-transfer-form.ts'
import { LazyBottomBar } from '../home/lazy-bottom-bar.tsx'
import { LazyWeekInBricks } from '../home/lazy-week-in-bricks.tsx'
import { Masthead } from '../home/masthead.tsx'
import { useLazyOutbox } from '../outbox/ui/use-lazy-outbox.ts'
import { useLazyParts } from '../store-filled-by-lazy-parts.ts'
import { useTransactionDialogs } from '../transaction-dialog/use-transaction-dialogs.tsx'
import { TransferSection } from '../transfer/transfer-section.tsx'
import { PhotoFirstButton } from '../unfinished-photos/photo-first-button.tsx'
import { useFieldLogout } from '../use-field-logout.ts'
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
  const { Bar, Questions, Tray, InstallOffer } = useLazyParts()
  useFocusTransferFormByHash()
  /** The first screen has its answers: the rest is asked for after them. */
  const isReady = !balance.isPending && !transactions.isPending
  useLazyOutbox(user, balance)
  useRedirectWhenSignedOut(balance.error, transactions.error)

  return (
    <div className="min-h-dvh pb-4">
      <Masthead
        title={user.siteName ?? user.name}
        balance={balance}
        onLogout={leaving(logout.run)}
        leaving={logout.pending}
      >
        <p className="text-small">
          {user.siteName === null ? null : (
            <>
              <span>{user.name}</span>
              {DOT_SEPARATOR}
            </>
          )}
          <span className="figures">{user.mobile}</span>
        </p>
      </Masthead>
      <main className="mx-auto grid max-w-6xl grid-cols-1 gap-2 md:gap-6 md:p-6 lg:grid-cols-[2fr_3fr] lg:grid-rows-[auto_1fr] lg:items-start">
        <div className="grid gap-2 md:gap-4">
          <div className="grid gap-2 px-4 empty:hidden not-empty:pt-2 md:gap-4 md:px-0 md:pt-0!">
            {Questions && <Questions onAnswer={answer} />}
            <LazyUnacknowledgedTransfers isReady={isReady} />
            {Bar && <Bar onOpen={openWaiting} />}
            {Tray && <Tray />}
            {InstallOffer && <InstallOffer />}
          </div>
          <LazyWeekInBricks isReady={isReady} />
          <DashboardTiles />
        </div>
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <RecentTransactions
            query={transactions}
            ready={isReady}
            actionsOf={actionsOf}
            camera={<PhotoFirstButton user={user} />}
          />
        </div>
        <div className="grid gap-4 max-md:p-4">
          <div id={TRANSFER_HASH} className="scroll-mt-16">
            <TransferSection user={user} balance={balance} />
          </div>
          <SiteSupervisors isReady={isReady} />
          <p className="text-ink-soft text-small">{t.spentNote}</p>
        </div>
      </main>
      <LazyBottomBar role={user.role} isReady={isReady} />
      {dialog}
    </div>
  )
}

/** The tiles of §2, at a desk. A phone has them in its bar. */
function DashboardTiles() {
  const t = useWords(words)
  const look = 'flex min-h-16 items-center justify-center gap-2 rounded-sheet border px-3 text-center'
  return (
    <nav className="grid grid-cols-2 gap-3 max-lg:hidden">
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
