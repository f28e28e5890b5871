import { useQuery } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { ledgerSumsQuery, listSumsQuery } from '../../shared/api/own-ledger.ts'
import { Button } from '../../shared/design/button.tsx'
import { usePageTitle } from '../../shared/design/page-title.ts'
import { ScreenHead } from '../../shared/design/screen-head.tsx'
import { Empty } from '../../shared/design/states.tsx'
import { useExportDialog } from '../../shared/export/use-export-dialog.tsx'
import { countText } from '../../shared/language/figures.ts'
import { useWords } from '../../shared/language/words.ts'
import { type FieldUser, homeOf, useSession } from '../../shared/session/session.ts'
import { useSignedIn } from '../../shared/session/use-signed-in.ts'
import { AccountCards } from '../account-cards.tsx'
import { useTransactionDialogs } from '../transaction-dialog/use-transaction-dialogs.tsx'
import { PagesOfRows } from '../transactions/pages-of-rows.tsx'
import { usePages } from '../transactions/use-pages.ts'
import { words } from './words.ts'

/** `/balance-details` (§2): the sums and entries behind the balance. */
export function BalanceDetails() {
  const user = useSession((state) => state.user)
  return user === undefined ? null : <DetailsOf user={user} />
}

const RECEIVED = { type: 'credit' } as const
const SPENT = { type: 'debit' } as const

function DetailsOf({ user }: { user: FieldUser }) {
  const t = useWords(words)
  usePageTitle(t.title)
  const sums = useQuery(ledgerSumsQuery)
  const kinds = useQuery(listSumsQuery({}))
  const spentNote = (debits: number, transfers: number) =>
    transfers === 0
      ? t.spentCount(countText(debits))
      : `${t.spentCount(countText(debits - transfers))}, ${t.transferCount(countText(transfers))}`
  const received = usePages(RECEIVED)
  const spent = usePages(SPENT)
  const { actionsOf, dialog } = useTransactionDialogs(user)
  const exporting = useExportDialog(user)
  useSignedIn(sums.error, received.error, spent.error)
  const list = 'overflow-hidden rounded-sheet border border-rule bg-sheet'
  return (
    <div className="min-h-dvh pb-8">
      <ScreenHead title={t.title} home={homeOf(user.role)} />
      <main className="mx-auto grid max-w-6xl gap-4 p-4 md:gap-6 md:p-6 lg:grid-cols-2 lg:items-start">
        {/* Sums and counts come from one answer, so they always agree, and they count the rows of every page. */}
        <AccountCards
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
        <Button kind="secondary" onClick={exporting.open} className="lg:col-span-2 lg:justify-self-end">
          <FileSpreadsheet className="size-5" aria-hidden="true" />
          {t.export}
        </Button>
        <section className={list}>
          <h2 className="px-4 pt-4 pb-3 font-heavy text-lead">{t.receivedList}</h2>
          <PagesOfRows
            pages={received}
            actionsOf={actionsOf}
            empty={<Empty title={t.noneReceived} />}
            boxLabel={t.receivedList}
          />
        </section>
        <section className={list}>
          <h2 className="px-4 pt-4 pb-3 font-heavy text-lead">{t.spentList}</h2>
          <PagesOfRows
            pages={spent}
            actionsOf={actionsOf}
            empty={<Empty title={t.noneSpent} />}
            boxLabel={t.spentList}
          />
        </section>
      </main>
      {dialog}
      {exporting.dialog}
    </div>
  )
}
