import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartColumn, FileSpreadsheet, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { balanceQuery, RECENT_ROWS } from '../../shared/api/field-queries.ts'
import { Button, buttonLook } from '../../shared/design/controls/button.tsx'
import { EmptyState } from '../../shared/design/loading-empty-failed.tsx'
import { usePageTitle } from '../../shared/design/page/page-title.ts'
import type { RowBlock } from '../../shared/entry/list/virtual-list-blocks.ts'
import { useExportDialog } from '../../shared/export/dialog/use-export-dialog.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { type FieldUser, useFieldSession } from '../../shared/session/field-session.ts'
import { useRedirectWhenSignedOut } from '../../shared/session/use-redirect-when-signed-out.ts'
import { LazyUnacknowledgedTransfers } from '../acknowledgement/lazy-unacknowledged-transfers.tsx'
import { LazyBottomBar } from '../home/lazy-bottom-bar.tsx'
import { LazyWeekInBricks } from '../home/lazy-week-in-bricks.tsx'
import { Masthead } from '../home/masthead.tsx'
import { BackdatedEntryLink } from '../khata/backdated-entry-link.tsx'
import { useLazyOutbox } from '../outbox/ui/use-lazy-outbox.ts'
import { useLazyParts } from '../store-filled-by-lazy-parts.ts'
import { useTransactionDialogs } from '../transaction-dialog/use-transaction-dialogs.tsx'
import { TransactionList } from '../transactions/transaction-list.tsx'
import { useTransactionPages } from '../transactions/use-transaction-pages.ts'
import { PhotoFirstButton } from '../unfinished-photos/photo-first-button.tsx'
import { useFieldLogout } from '../use-field-logout.ts'
import { words } from './screen-texts.ts'

/** `/supervisor-dashboard`. The router shows it only to a supervisor (§2). */
export function SupervisorDashboard() {
  const user = useFieldSession((state) => state.user)
  return user === undefined ? null : <DashboardOf user={user} />
}

const RECEIVED_FILTER = { type: 'credit' } as const
const SPENT_FILTER = { type: 'debit' } as const

function DashboardOf({ user }: { user: FieldUser }) {
  const t = useWords(words)
  usePageTitle(t.title)
  const balance = useQuery(balanceQuery)
  const received = useTransactionPages(RECEIVED_FILTER, isTransferReceived)
  const { added, Bar, Questions, Tray, InstallOffer } = useLazyParts()
  const spent = useTransactionPages(SPENT_FILTER, isExpense, added)
  const logout = useFieldLogout()
  const { add, actionsOf, answer, openWaiting, leaving, dialog } = useTransactionDialogs(user)
  const isReady = !balance.isPending && received.blocks !== undefined
  useLazyOutbox(user, balance)
  const exporting = useExportDialog(user)
  useRedirectWhenSignedOut(balance.error, received.error, spent.error)
  return (
    <div className="min-h-dvh pb-4">
      <Masthead
        title={t.welcome(user.name)}
        balance={balance}
        notes={{ received: t.allCredits, spent: t.allDebits }}
        onLogout={leaving(logout.run)}
        leaving={logout.pending}
      >
        <p className="figures text-small">{user.mobile}</p>
      </Masthead>
      <main className="mx-auto grid max-w-6xl gap-3 md:gap-6 md:p-6 lg:grid-cols-2 lg:items-start">
        <div className="grid gap-2 md:gap-4 lg:col-span-2">
          <div className="grid gap-2 px-4 empty:hidden not-empty:pt-2 md:gap-4 md:px-0 md:pt-0!">
            {Questions && <Questions onAnswer={answer} />}
            <LazyUnacknowledgedTransfers isReady={isReady} />
            {Bar && <Bar onOpen={openWaiting} />}
            {Tray && <Tray />}
            {InstallOffer && <InstallOffer />}
          </div>
          <LazyWeekInBricks isReady={isReady} />
        </div>
        <section
          aria-label={t.panel}
          className="grid grid-cols-2 tiny:grid-cols-1 gap-3 px-4 md:px-0 lg:col-start-2 lg:row-start-2 lg:rounded-sheet lg:border lg:border-rule lg:bg-sheet lg:p-4"
        >
          <h2 className="col-span-full font-heavy text-lead max-lg:sr-only">{t.panel}</h2>
          {/* A phone has it in the bar below. */}
          <Button onClick={add} className="col-span-full min-h-16 text-lead max-lg:hidden">
            <Plus className="size-6" strokeWidth={2.5} aria-hidden="true" />
            {t.addExpense}
          </Button>
          <Button kind="secondary" onClick={exporting.open}>
            <FileSpreadsheet className="size-5" aria-hidden="true" />
            {t.excel}
          </Button>
          <Link to="/reports" className={buttonLook('secondary')}>
            <ChartColumn className="size-5" aria-hidden="true" />
            {t.reports}
          </Link>
        </section>
        <ListSection
          title={t.expenses}
          type="debit"
          camera={<PhotoFirstButton user={user} />}
          className="lg:col-start-2 lg:row-start-3"
        >
          <BackdatedEntryLink shown={firstRows(spent.blocks)} />
          <TransactionList
            pages={spent}
            waiting={added}
            actionsOf={actionsOf}
            empty={<EmptyState title={t.noExpenses}>{t.noExpensesText}</EmptyState>}
            sums="spent"
            limit={RECENT_ROWS}
          />
        </ListSection>
        <ListSection title={t.transfers} type="credit" className="lg:col-start-1 lg:row-span-2 lg:row-start-2">
          <TransactionList
            pages={received}
            actionsOf={actionsOf}
            empty={<EmptyState title={t.noTransfers}>{t.noTransfersText}</EmptyState>}
            sums="received"
            limit={RECENT_ROWS}
          />
        </ListSection>
      </main>
      <LazyBottomBar role={user.role} isReady={isReady} />
      {dialog}
      {exporting.dialog}
    </div>
  )
}

interface ListSectionProps {
  title: string
  type: Transaction['type']
  camera?: ReactNode
  className: string
  children: ReactNode
}

/** The newest rows of one side, and the way to all of them. */
function ListSection({ title, type, camera, className, children }: ListSectionProps) {
  const t = useWords(words)
  return (
    <section
      aria-label={title}
      className={`overflow-hidden border-rule border-y bg-sheet md:rounded-sheet md:border ${className}`}
    >
      <div className="flex min-h-12 items-center justify-between gap-3 py-0.5 pr-2 pl-4">
        <h2 className="font-heavy text-lead">{title}</h2>
        {camera}
      </div>
      {children}
      <Link
        to="/transactions"
        search={{ type }}
        aria-label={`${t.viewAll}: ${title}`}
        className="flex min-h-12 items-center justify-center border-rule border-t font-strong underline-offset-4 hover:underline"
      >
        {t.viewAll}
      </Link>
    </section>
  )
}

const firstRows = (blocks: readonly RowBlock<Transaction>[] | undefined) =>
  (blocks ?? []).flatMap(({ rows }) => rows).slice(0, RECENT_ROWS)

/** §2, Received Transfers: credits that are transfers and name their sender. */
const isTransferReceived = (row: Transaction) => row.isTransfer && row.transferFrom !== null
/** §2, My Expenses: debits that are no transfers. */
const isExpense = (row: Transaction) => !row.isTransfer
