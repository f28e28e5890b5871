import type { Transaction } from '@ledger/contracts/http/responses.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartColumn, FileSpreadsheet, Plus } from 'lucide-react'
import { balanceQuery } from '../../shared/api/field-queries.ts'
import { Button, buttonLook } from '../../shared/design/controls/button.tsx'
import { EmptyState } from '../../shared/design/loading-empty-failed.tsx'
import { DashboardHeader } from '../../shared/design/page/dashboard-header.tsx'
import { usePageTitle } from '../../shared/design/page/page-title.ts'
import { useExportDialog } from '../../shared/export/dialog/use-export-dialog.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { type FieldUser, useFieldSession } from '../../shared/session/field-session.ts'
import { useRedirectWhenSignedOut } from '../../shared/session/use-redirect-when-signed-out.ts'
import { AccountSummaryCards } from '../account-summary-cards.tsx'
import { LaterUnacknowledgedLine } from '../acknowledgement/later-unacknowledged-line.tsx'
import { usePendingRows } from '../outbox/ui/pending-rows.ts'
import { useOutbox } from '../outbox/ui/use-outbox.ts'
import { useTransactionDialogs } from '../transaction-dialog/use-transaction-dialogs.tsx'
import { TransactionList } from '../transactions/transaction-list.tsx'
import { useTransactionPages } from '../transactions/use-transaction-pages.ts'
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
  const spent = useTransactionPages(SPENT_FILTER, isExpense)
  const logout = useFieldLogout()
  const { add, actionsOf, answer, openWaiting, leaving, dialog } = useTransactionDialogs(user)
  const { added, Bar, Questions } = usePendingRows()
  useOutbox(user, balance)
  const exporting = useExportDialog(user)
  useRedirectWhenSignedOut(balance.error, received.error, spent.error)
  return (
    <div className="min-h-dvh pb-8">
      <DashboardHeader title={t.welcome(user.name)} onLogout={leaving(logout.run)} leaving={logout.pending}>
        <p className="figures text-ink-soft text-small">{user.mobile}</p>
      </DashboardHeader>
      <main className="mx-auto grid max-w-6xl gap-4 p-4 md:gap-6 md:p-6 lg:grid-cols-2 lg:items-start">
        <div className="flex flex-col gap-4 lg:col-span-2">
          {Questions && <Questions onAnswer={answer} />}
          <LaterUnacknowledgedLine isReady={!balance.isPending && received.blocks !== undefined} />
          <AccountSummaryCards
            query={balance}
            balance={balance.data?.currentBalance}
            received={{ label: t.received, amount: balance.data?.totalReceived, note: t.allCredits }}
            spent={{ label: t.spent, amount: balance.data?.totalSpent, note: t.allDebits }}
          />
          {Bar && <Bar onOpen={openWaiting} />}
        </div>
        <section className="rounded-sheet border border-rule bg-sheet p-4 lg:col-start-2 lg:row-start-2">
          <h2 className="mb-3 font-heavy text-lead">{t.panel}</h2>
          <div className="grid grid-cols-2 tiny:grid-cols-1 gap-3">
            <Button onClick={add} className="col-span-full min-h-16 text-lead">
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
          </div>
        </section>
        <section className="overflow-hidden rounded-sheet border border-rule bg-sheet lg:col-start-2 lg:row-start-3">
          <h2 className="px-4 pt-4 pb-3 font-heavy text-lead">{t.expenses}</h2>
          <TransactionList
            pages={spent}
            added={added}
            actionsOf={actionsOf}
            empty={<EmptyState title={t.noExpenses}>{t.noExpensesText}</EmptyState>}
            boxLabel={t.expenses}
          />
          <Link
            to="/transactions"
            className="flex min-h-12 items-center justify-center border-rule border-t font-strong underline-offset-4 hover:underline"
          >
            {t.viewAll}
          </Link>
        </section>
        <section className="overflow-hidden rounded-sheet border border-rule bg-sheet lg:col-start-1 lg:row-span-2 lg:row-start-2">
          <h2 className="px-4 pt-4 pb-3 font-heavy text-lead">{t.transfers}</h2>
          <TransactionList
            pages={received}
            actionsOf={actionsOf}
            empty={<EmptyState title={t.noTransfers}>{t.noTransfersText}</EmptyState>}
            boxLabel={t.transfers}
          />
        </section>
      </main>
      {dialog}
      {exporting.dialog}
    </div>
  )
}

/** §2, Received Transfers: credits that are transfers and name their sender. */
const isTransferReceived = (row: Transaction) => row.isTransfer && row.transferFrom !== null
/** §2, My Expenses: debits that are no transfers. */
const isExpense = (row: Transaction) => !row.isTransfer
