import type { OfficeUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { useNavigate } from '@tanstack/react-router'
import { LogOut, Search } from 'lucide-react'
import { useState } from 'react'
import { useToday } from '../../shared/api/today.ts'
import { LanguageSwitch } from '../../shared/design/controls/language-switch.tsx'
import { AppLogo } from '../../shared/design/page/app-logo.tsx'
import { currentCompanyName } from '../../shared/design/page/company-name.ts'
import { PageHeading } from '../../shared/design/page/page-heading.tsx'
import { useIsDesk } from '../../shared/design/use-is-desk.ts'
import { dayText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { OwnPasswordButton } from '../people/passwords/own-password.tsx'
import { useAdminLogout } from '../shell/use-admin-logout.ts'
import { userAndRole } from '../shell/user-and-role.ts'
import { words } from './screen-texts.ts'

/**
 * The head of the dashboard: its title and today's day. At a desk the search over everything stands beside it, on a
 * phone the account and the logout, which the menu of a desk has.
 */
export function DashboardHead({ title, user }: { title: string; user: OfficeUser | undefined }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const isDesk = useIsDesk()
  const today = dayText(useToday(), language)
  return (
    <header className="border-rule border-b bg-sheet">
      <div className="flex min-h-14 items-center gap-3 py-1.5 pr-1 pl-4 tiny:flex-wrap tiny:gap-y-0 md:pr-4 lg:px-6">
        {isDesk ? null : <AppLogo className="size-10 shrink-0 max-[359px]:hidden tiny:hidden" />}
        <div className="min-w-0 flex-1 tiny:basis-full">
          {isDesk || currentCompanyName === undefined ? null : (
            <p className="line-clamp-2 font-strong text-small [overflow-wrap:anywhere]">{currentCompanyName}</p>
          )}
          <PageHeading className="line-clamp-4 font-heavy text-body/6 [overflow-wrap:anywhere] lg:text-lead">
            {title}
          </PageHeading>
          <p className="min-h-5 text-ink-soft text-small [overflow-wrap:anywhere]">
            {isDesk ? `${t.today}, ${today}` : user === undefined ? null : userAndRole(user, language)}
          </p>
          {isDesk || user === undefined ? null : <OwnPasswordButton />}
        </div>
        {isDesk ? <SearchBox /> : null}
        <LanguageSwitch className="shrink-0" />
        {isDesk ? null : <LogoutButton />}
      </div>
    </header>
  )
}

/** Leads to the page that searches people, entries and beneficiaries. */
function SearchBox() {
  const t = useWords(words)
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to every reader yet
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        void navigate({ to: '/admin/search', search: typed.trim() === '' ? {} : { q: typed.trim() } })
      }}
      className="relative w-80 max-w-[35vw]"
    >
      <Search className="pointer-events-none absolute top-2.5 left-3 size-5 text-ink-soft" aria-hidden="true" />
      <input
        type="text"
        enterKeyHint="search"
        aria-label={t.searchAll}
        placeholder={t.searchAll}
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className="h-10 w-full rounded-brick border border-edge bg-sheet pr-3 pl-10"
      />
    </form>
  )
}

function LogoutButton() {
  const t = useWords(words)
  const logout = useAdminLogout()
  return (
    <button
      type="button"
      onClick={logout.run}
      disabled={logout.pending}
      className="inline-flex size-11 shrink-0 items-center justify-center gap-2 rounded-brick font-strong hover:underline md:w-auto md:px-3"
    >
      <LogOut className="size-5" aria-hidden="true" />
      <span className="max-md:sr-only">{t.logout}</span>
    </button>
  )
}
