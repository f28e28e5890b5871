import type { SessionUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { FileSpreadsheet } from 'lucide-react'
import { Button } from '../../shared/design/controls/button.tsx'
import { LazyComponent } from '../../shared/design/lazy-component.tsx'
import { usePageTitle } from '../../shared/design/page/page-title.ts'
import { ScreenHeader } from '../../shared/design/page/screen-header.tsx'
import { useExportDialog } from '../../shared/export/dialog/use-export-dialog.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { homePathOf, useFieldSession } from '../../shared/session/field-session.ts'
import { FieldBottomBar } from '../home/bottom-bar.tsx'
import { ChartsSkeleton } from './charts-skeleton.tsx'
import { words } from './screen-texts.ts'

/** `/reports` (§2). */
export function ReportsScreen() {
  const user = useFieldSession((state) => state.user)
  return user === undefined ? null : <ReportsOf user={user} />
}

const loadSummaryCharts = async () => (await import('./own-summary-charts.tsx')).OwnSummaryCharts

function ReportsOf({ user }: { user: SessionUser }) {
  const t = useWords(words)
  usePageTitle(t.title)
  const { open, dialog } = useExportDialog(user)
  return (
    <div className="min-h-dvh pb-8">
      <ScreenHeader title={t.title} home={homePathOf(user.role)} />
      <main className="mx-auto grid max-w-6xl gap-4 p-4 md:gap-6 md:p-6">
        <section className="grid grid-cols-1 gap-4 rounded-sheet border border-rule bg-sheet p-5 tiny:p-3 md:grid-cols-[minmax(0,1fr)_auto] md:items-center md:gap-8">
          <div>
            <h2 className="font-heavy text-lead">{t.about}</h2>
            <p className="max-w-prose text-ink-soft">{t.aboutText}</p>
          </div>
          <Button onClick={open} className="tiny:px-3!">
            <FileSpreadsheet className="size-5" aria-hidden="true" />
            {t.generate}
          </Button>
        </section>
        <LazyComponent load={loadSummaryCharts} with={{}} waiting={<ChartsSkeleton />} />
      </main>
      <FieldBottomBar role={user.role} />
      {dialog}
    </div>
  )
}
