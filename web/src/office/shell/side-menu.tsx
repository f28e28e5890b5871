import type { OfficeUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { LogOut } from 'lucide-react'
import { AppLogo } from '../../shared/design/page/app-logo.tsx'
import { printedCompanyName } from '../../shared/design/page/company-name.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { OwnPasswordButton } from '../people/passwords/own-password.tsx'
import { menuItemsFor } from './menu-items.ts'
import { MenuLink } from './menu-link.tsx'
import { words } from './screen-texts.ts'
import { useAdminLogout } from './use-admin-logout.ts'
import { userAndRole } from './user-and-role.ts'

/** The menu of a desk, in view on every page. Until the user is known it shows only the pages that everybody has. */
export function SideMenu({ user }: { user: OfficeUser | undefined }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const logout = useAdminLogout()
  return (
    <nav
      aria-label={t.menu}
      className="sticky top-0 flex h-dvh flex-col overflow-y-auto border-rule border-r bg-sheet tiny:static tiny:h-auto print:hidden"
    >
      <div className="flex items-center gap-2.5 px-4 py-3">
        <AppLogo className="size-8 shrink-0" />
        <p className="line-clamp-2 min-w-0 font-strong text-small [overflow-wrap:anywhere]">{printedCompanyName()}</p>
      </div>
      <ul className="grow">
        {menuItemsFor(user?.role === 'admin').map((item) => (
          <li key={item.to}>
            <MenuLink
              item={item}
              label={item.label}
              className="flex min-h-10 items-center gap-3 border-transparent border-l-4 pr-3 pl-3 text-ink-soft focus-visible:-outline-offset-3 aria-[current]:border-accent-line aria-[current]:bg-wash aria-[current]:font-heavy aria-[current]:text-ink hover:text-ink"
              iconClassName="size-5 shrink-0"
            />
          </li>
        ))}
      </ul>
      <div className="border-rule border-t p-3">
        <p className="min-h-5 px-1 text-ink-soft text-small [overflow-wrap:anywhere]">
          {user === undefined ? null : userAndRole(user, language)}
        </p>
        {user === undefined ? null : <OwnPasswordButton />}
        <button
          type="button"
          onClick={logout.run}
          disabled={logout.pending}
          className="-ml-2 inline-flex min-h-11 items-center gap-2 rounded-brick px-3 font-strong hover:underline"
        >
          <LogOut className="size-5" aria-hidden="true" />
          {t.logout}
        </button>
      </div>
    </nav>
  )
}
