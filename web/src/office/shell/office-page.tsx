import type { OfficeUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { Link, useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { LanguageSwitch } from '../../shared/design/controls/language-switch.tsx'
import { FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { PageHeading } from '../../shared/design/page/page-heading.tsx'
import { usePageTitle } from '../../shared/design/page/page-title.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useOfficeSession } from '../../shared/session/use-office-session.ts'
import { SectionSkeleton } from '../controls/section-skeleton.tsx'
import { words } from './screen-texts.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page was opened from a list, to which the way back leads. */
    hasListBefore?: true
  }
}

interface Props {
  title: string
  /** The title of the browser's tab, where it says more than the heading. */
  documentTitle?: string
  /** The page above this one, where the menu does not name this one. */
  backTo?: '/admin/beneficiaries'
  /** Drawn once the user is known. */
  children(user: OfficeUser): ReactNode
}

/** A page of head office: its title, then its content for the signed-in user. */
export function OfficePage({ title, documentTitle = title, backTo, children }: Props) {
  const t = useWords(words)
  usePageTitle(documentTitle)
  const { history } = useRouter()
  const { admin, error, retry } = useOfficeSession()
  return (
    <div className="pb-8">
      <header className="border-rule border-b bg-sheet">
        <div className="flex min-h-14 items-center gap-1 py-1 pr-1 pl-4 md:pr-4 lg:px-6">
          {backTo === undefined ? null : (
            <Link
              to={backTo}
              aria-label={t.back}
              onClick={(event) => {
                if (history.location.state.hasListBefore !== true) return
                // Back to the list with its words, its further rows and its place.
                event.preventDefault()
                history.back()
              }}
              className="-ml-3 grid size-12 shrink-0 place-items-center rounded-brick hover:bg-ground print:hidden"
            >
              <ArrowLeft className="size-6" aria-hidden="true" />
            </Link>
          )}
          <PageHeading className="min-w-0 flex-1 font-heavy text-lead [overflow-wrap:anywhere]">{title}</PageHeading>
          <LanguageSwitch className="shrink-0" />
        </div>
      </header>
      <main className="p-4 lg:p-6 print:p-0">
        {error !== null ? (
          <FailedState message={errorMessage(error)} onRetry={retry} />
        ) : admin === undefined ? (
          <SectionSkeleton />
        ) : (
          <div className="grid gap-4 md:gap-5">{children(admin)}</div>
        )}
      </main>
    </div>
  )
}
