import type { SessionUser } from '@ledger/contracts/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { ledgerSumsQuery } from '../api/own-ledger.ts'
import { Button } from '../design/button.tsx'
import { usePageTitle } from '../design/page-title.ts'
import { ScreenHead } from '../design/screen-head.tsx'
import { Empty } from '../design/states.tsx'
import { useExportDialog } from '../export/use-export-dialog.tsx'
import { useWords } from '../language/words.ts'
import { homeOf, useSession } from '../session/session.ts'
import { useSignedIn } from '../session/use-signed-in.ts'
import { useTransactionDialogs } from '../transaction-dialog/use-transaction-dialogs.tsx'
import { PagesOfRows } from '../transactions/pages-of-rows.tsx'
import { usePages } from '../transactions/use-pages.ts'
import { Cards } from './cards.tsx'
import { words } from './words.ts'

/** `/balance-details` (§2): where the balance comes from. */
export function BalanceDetails() {
  const user = useSession((state) => state.user)
  return user === undefined ? null : <DetailsOf user={user} />
}

const RECEIVED = { type: 'credit' } as const
const SPENT = { type: 'debit' } as const

function DetailsOf({ user }: { user: SessionUser }) {
  const t = useWords(words)
  usePageTitle(t.title)
  const sums = useQuery(ledgerSumsQuery)
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
        <Cards query={sums} />
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
