import type { SessionUser } from '@ledger/contracts/shapes.ts'
import { FileSpreadsheet } from 'lucide-react'
import { Button } from '../../shared/design/button.tsx'
import { Later } from '../../shared/design/later.tsx'
import { usePageTitle } from '../../shared/design/page-title.ts'
import { ScreenHead } from '../../shared/design/screen-head.tsx'
import { useExportDialog } from '../../shared/export/use-export-dialog.tsx'
import { useWords } from '../../shared/language/words.ts'
import { homeOf, useSession } from '../../shared/session/session.ts'
import { WaitingPictures } from './waiting-pictures.tsx'
import { words } from './words.ts'

/** `/reports` (§2). */
export function Reports() {
  const user = useSession((state) => state.user)
  return user === undefined ? null : <ReportsOf user={user} />
}

const loadPictures = async () => (await import('./pictures.tsx')).Pictures

function ReportsOf({ user }: { user: SessionUser }) {
  const t = useWords(words)
  usePageTitle(t.title)
  const { open, dialog } = useExportDialog(user)
  return (
    <div className="min-h-dvh pb-8">
      <ScreenHead title={t.title} home={homeOf(user.role)} />
      <main className="mx-auto grid max-w-6xl gap-4 p-4 md:gap-6 md:p-6">
        <section className="grid gap-4 rounded-sheet border border-rule bg-sheet p-5 md:grid-cols-[minmax(0,1fr)_auto] md:items-center md:gap-8">
          <div>
            <h2 className="font-heavy text-lead">{t.about}</h2>
            <p className="max-w-prose text-ink-soft">{t.aboutText}</p>
          </div>
          <Button onClick={open}>
            <FileSpreadsheet className="size-5" aria-hidden="true" />
            {t.generate}
          </Button>
        </section>
        <Later load={loadPictures} with={{}} waiting={<WaitingPictures />} />
      </main>
      {dialog}
    </div>
  )
}
