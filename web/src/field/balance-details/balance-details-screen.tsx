import { useQuery } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import {
  type ListFilter,
  listExportUrl,
  listTotalsQuery,
  ownAccountTotalsQuery,
} from '../../shared/api/own-transaction-queries.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { EmptyState } from '../../shared/design/loading-empty-failed.tsx'
import { usePageTitle } from '../../shared/design/page/page-title.ts'
import { ScreenHeader } from '../../shared/design/page/screen-header.tsx'
import { useExportDialog } from '../../shared/export/dialog/use-export-dialog.tsx'
import { PrintButton } from '../../shared/export/print/list-outputs.tsx'
import type { PrintableList } from '../../shared/export/print/printable-list.ts'
import { rowsOfJob } from '../../shared/export/print/use-print-preview.tsx'
import { countText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { periodText } from '../../shared/language/period-text.ts'
import { type FieldUser, homePathOf, useFieldSession } from '../../shared/session/field-session.ts'
import { signInAgain } from '../../shared/session/sign-in-again.ts'
import { useRedirectWhenSignedOut } from '../../shared/session/use-redirect-when-signed-out.ts'
import { AccountSummaryCards } from '../account-summary-cards.tsx'
import { CashCountSection } from '../cash-count/cash-count-section.tsx'
import { FieldBottomBar } from '../home/bottom-bar.tsx'
import { useLazyOutbox } from '../outbox/ui/use-lazy-outbox.ts'
import { useTransactionDialogs } from '../transaction-dialog/use-transaction-dialogs.tsx'
import { TransactionList } from '../transactions/transaction-list.tsx'
import { useTransactionPages } from '../transactions/use-transaction-pages.ts'
import { words } from './screen-texts.ts'

/** `/balance-details` (§2): the sums and entries behind the balance. */
export function BalanceDetails() {
  const user = useFieldSession((state) => state.user)
  return user === undefined ? null : <BalanceDetailsOf user={user} />
}

const RECEIVED_FILTER = { type: 'credit' } as const
const SPENT_FILTER = { type: 'debit' } as const

function BalanceDetailsOf({ user }: { user: FieldUser }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  usePageTitle(t.title)
  const sums = useQuery(ownAccountTotalsQuery)
  const kinds = useQuery(listTotalsQuery({}))
  const spentNote = (debits: number, transfers: number) =>
    transfers === 0
      ? t.spentCount(countText(debits))
      : `${t.spentCount(countText(debits - transfers))}, ${t.transferCount(countText(transfers))}`
  const received = useTransactionPages(RECEIVED_FILTER)
  const spent = useTransactionPages(SPENT_FILTER)
  const { actionsOf, dialog } = useTransactionDialogs(user)
  const printed = (filter: ListFilter, title: string, total: number | undefined): PrintableList => ({
    heading: { title, about: [user.name, user.siteName ?? ''], period: periodText({ from: '', to: '' }, language) },
    read: rowsOfJob({ kind: 'filtered', address: listExportUrl(filter) }),
    total,
    wholeElsewhere: t.wholeAsFile(t.export),
    onUnauthorized: signInAgain,
  })
  const exporting = useExportDialog(user)
  useLazyOutbox(user, sums)
  useRedirectWhenSignedOut(sums.error, received.error, spent.error)
  const list = 'overflow-hidden rounded-sheet border border-rule bg-sheet'
  return (
    <div className="min-h-dvh pb-8">
      <ScreenHeader title={t.title} home={homePathOf(user.role)} />
      <main className="mx-auto grid max-w-6xl gap-4 p-4 md:gap-6 md:p-6 lg:grid-cols-2 lg:items-start">
        {/* Sums and counts come from one answer, so they always agree, and they count the rows of every page. */}
        <AccountSummaryCards
          query={sums}
          balance={sums.data?.closingBalance}
          received={{
            label: t.received,
            amount: sums.data?.received,
            note: sums.data && t.receivedCount(countText(sums.data.credits)),
          }}
          spent={{
            label: t.spent,
            amount: sums.data?.spent,
            note: sums.data && spentNote(sums.data.debits, kinds.data?.transfersGiven.count ?? 0),
          }}
        />
        <CashCountSection />
        <Button kind="secondary" onClick={exporting.open} className="lg:col-span-2 lg:justify-self-end">
          <FileSpreadsheet className="size-5" aria-hidden="true" />
          {t.export}
        </Button>
        <section className={list}>
          <div className="flex items-center tiny:flex-wrap justify-between gap-3 px-4 pt-4 pb-3">
            <h2 className="font-heavy text-lead">{t.receivedList}</h2>
            <div className="list-outputs">
              <PrintButton {...printed(RECEIVED_FILTER, t.receivedList, sums.data?.credits)} />
            </div>
          </div>
          <TransactionList
            pages={received}
            actionsOf={actionsOf}
            empty={<EmptyState title={t.noneReceived} />}
            boxLabel={t.receivedList}
            sums="received"
          />
        </section>
        <section className={list}>
          <div className="flex items-center tiny:flex-wrap justify-between gap-3 px-4 pt-4 pb-3">
            <h2 className="font-heavy text-lead">{t.spentList}</h2>
            <div className="list-outputs">
              <PrintButton {...printed(SPENT_FILTER, t.spentList, sums.data?.debits)} />
            </div>
          </div>
          <TransactionList
            pages={spent}
            actionsOf={actionsOf}
            empty={<EmptyState title={t.noneSpent} />}
            boxLabel={t.spentList}
            sums="spent"
          />
        </section>
      </main>
      <FieldBottomBar role={user.role} />
      {dialog}
      {exporting.dialog}
    </div>
  )
}
