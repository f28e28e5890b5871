import type { OfficeUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { Ellipsis, LogOut } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../../shared/design/dialog/dialog.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { menuItemsFor } from './menu-items.ts'
import { MenuLink } from './menu-link.tsx'
import { words } from './screen-texts.ts'
import { useAdminLogout } from './use-admin-logout.ts'

const BAR_ITEM_LOOK =
  'flex min-h-14 w-full flex-col items-center justify-center gap-0.5 border-transparent border-t-4 px-0.5 pb-1 text-ink-soft text-[13px]/4 focus-visible:-outline-offset-3 aria-[current]:border-accent-line aria-[current]:font-heavy aria-[current]:text-ink'
const SHEET_ITEM_LOOK =
  'flex min-h-12 w-full items-center gap-3 rounded-brick px-3 aria-[current]:bg-wash aria-[current]:font-heavy hover:bg-ground'

/** The menu of a narrower screen: the pages of every day in a bar below, the others in a sheet. */
export function OfficeBottomBar({ user }: { user: OfficeUser | undefined }) {
  const t = useWords(words)
  const logout = useAdminLogout()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const items = menuItemsFor(user?.role === 'admin')
  return (
    <>
      {/* The end of the page comes to stand above the bar. */}
      <div aria-hidden="true" className="h-[calc(60px+env(safe-area-inset-bottom))] tiny:hidden print:hidden" />
      <nav
        aria-label={t.menu}
        data-bottom-bar
        className="fixed inset-x-0 bottom-0 z-10 border-rule border-t bg-sheet pb-[env(safe-area-inset-bottom)] tiny:static print:hidden"
      >
        <ul className="mx-auto grid max-w-3xl auto-cols-fr grid-flow-col tiny:grid-flow-row">
          {items
            .filter(({ inBar }) => inBar !== undefined)
            .map((item) => (
              <li key={item.to} className="min-w-0">
                <MenuLink
                  item={item}
                  label={item.inBar?.label ?? item.label}
                  className={BAR_ITEM_LOOK}
                  iconClassName="size-5.5 shrink-0"
                />
              </li>
            ))}
          <li className="min-w-0">
            <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={BAR_ITEM_LOOK}>
              <Ellipsis className="size-5.5 shrink-0" aria-hidden="true" />
              {t.more}
            </button>
          </li>
        </ul>
      </nav>
      {isOpen ? (
        <Dialog title={t.more} onClose={close}>
          <ul className="-mx-2 grid">
            {items
              .filter(({ inBar }) => inBar === undefined)
              .map((item) => (
                <li key={item.to}>
                  <MenuLink
                    item={item}
                    label={item.label}
                    className={SHEET_ITEM_LOOK}
                    iconClassName="size-5.5 shrink-0 text-ink-soft"
                    replace
                    onClick={close}
                  />
                </li>
              ))}
            <li className="mt-2 border-rule border-t pt-2">
              <button type="button" onClick={logout.run} disabled={logout.pending} className={SHEET_ITEM_LOOK}>
                <LogOut className="size-5.5 shrink-0 text-ink-soft" aria-hidden="true" />
                {t.logout}
              </button>
            </li>
          </ul>
        </Dialog>
      ) : null}
    </>
  )
}
