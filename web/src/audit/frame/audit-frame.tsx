import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { LanguageSwitch } from '../../shared/design/controls/language-switch.tsx'
import { FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { PageHeading } from '../../shared/design/page/page-heading.tsx'
import { usePageTitle } from '../../shared/design/page/page-title.ts'
import { useScrollToCurrent } from '../../shared/design/use-scroll-to-current.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useOfficeSession } from '../../shared/session/use-office-session.ts'
import { words } from './audit-frame-words.ts'
import { RememberedCheckpointAlarm } from './remembered-checkpoint-alarm.tsx'
import { VerificationAlarm } from './verification-alarm.tsx'

const SECTION_LINK_LOOK =
  'inline-flex min-h-11 shrink-0 items-center whitespace-nowrap border-transparent border-b-4 border-t-4 px-2.5 font-strong text-small text-ink-soft hover:text-ink aria-[current=page]:border-b-accent aria-[current=page]:text-ink md:px-4 md:text-body'

/** The head of every audit screen: the way back, the sections, and the alarm where history has changed. */
export function AuditFrame({ title, children }: { title: string; children: ReactNode }) {
  const t = useWords(words)
  usePageTitle(title)
  const { admin: reader, error, retry } = useOfficeSession()
  const strip = useRef<HTMLElement>(null)
  useScrollToCurrent(strip, title)
  const exact = { exact: true, includeSearch: false }
  return (
    <div className="min-h-dvh pb-8 print:min-h-0 print:bg-sheet print:pb-0">
      <header className="border-rule border-b bg-sheet print:hidden">
        <div className="mx-auto flex max-w-6xl lg:max-w-none items-center gap-1 px-1 py-1 md:px-4">
          <Link
            to="/admin"
            aria-label={t.back}
            className="grid size-12 shrink-0 place-items-center rounded-brick hover:bg-ground lg:hidden"
          >
            <ArrowLeft className="size-6" aria-hidden="true" />
          </Link>
          <PageHeading className="min-w-0 flex-1 truncate font-heavy text-lead lg:pl-2">{title}</PageHeading>
          <LanguageSwitch />
        </div>
        <nav
          ref={strip}
          aria-label={t.sections}
          className="relative mx-auto flex max-w-6xl lg:max-w-none overflow-x-auto px-1.5 md:px-4"
        >
          <Link to="/admin/audit" activeOptions={exact} className={SECTION_LINK_LOOK}>
            {t.events}
          </Link>
          <Link to="/admin/audit/access" activeOptions={exact} className={SECTION_LINK_LOOK}>
            {t.access}
          </Link>
          <Link to="/admin/audit/time-line" activeOptions={{ includeSearch: false }} className={SECTION_LINK_LOOK}>
            {t.timeLine}
          </Link>
          <Link to="/admin/audit/edit-log" activeOptions={exact} className={SECTION_LINK_LOOK}>
            {t.editLog}
          </Link>
          <Link to="/admin/audit/proof" activeOptions={exact} className={SECTION_LINK_LOOK}>
            {t.proof}
          </Link>
        </nav>
      </header>
      {reader === undefined ? null : (
        <>
          <RememberedCheckpointAlarm />
          <VerificationAlarm />
        </>
      )}
      <main className="mx-auto max-w-6xl p-4 lg:max-w-none md:p-6 print:max-w-none print:p-0">
        {error !== null ? (
          <FailedState message={errorMessage(error)} onRetry={retry} />
        ) : reader === undefined ? null : (
          children
        )}
      </main>
    </div>
  )
}
