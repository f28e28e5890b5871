import { Link } from '@tanstack/react-router'
import { ArrowRightLeft, BookOpen, ChartColumn, House, type LucideIcon, Plus } from 'lucide-react'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { homePathOf } from '../../shared/session/field-session.ts'
import { focusTransferForm, TRANSFER_HASH } from './focus-transfer-form.ts'
import { words } from './screen-texts.ts'

const ITEM_LOOK =
  'flex min-h-14 flex-col items-center justify-center gap-0.5 border-transparent border-t-4 px-0.5 pb-1 text-[13px]/4 focus-visible:-outline-offset-3 text-ink-soft aria-[current]:border-accent-line aria-[current]:font-heavy aria-[current]:text-ink'

interface BarItem {
  to: ReturnType<typeof homePathOf> | '/transactions' | '/expense' | '/reports'
  hash?: string
  icon: LucideIcon
  label: string
  /** The name where it says more than the label, which it contains. */
  name?: string
  isAccent?: boolean
}

/** The tiles of §2 as they are on a phone: a bar below every screen of the field but the form of an expense. */
export function FieldBottomBar({ role }: { role: string }) {
  const t = useWords(words)
  const home = homePathOf(role)
  const items: BarItem[] = [
    { to: home, icon: House, label: t.home },
    { to: '/transactions', icon: BookOpen, label: t.khata, name: t.allTransactions },
    { to: '/expense', icon: Plus, label: t.expense, name: t.addExpense, isAccent: true },
    ...(role === 'supervisor'
      ? []
      : [{ to: '/site-dashboard', hash: TRANSFER_HASH, icon: ArrowRightLeft, label: t.transfer } as const]),
    { to: '/reports', icon: ChartColumn, label: t.reports },
  ]
  return (
    <div className="lg:hidden print:hidden">
      {/* The end of the page comes to stand above the bar. */}
      <div aria-hidden="true" className="h-[calc(60px+env(safe-area-inset-bottom))] tiny:hidden" />
      <nav
        aria-label={t.menu}
        data-bottom-bar
        className="fixed inset-x-0 bottom-0 z-10 border-rule border-t bg-sheet pb-[env(safe-area-inset-bottom)] tiny:static"
      >
        <div className="mx-auto grid max-w-3xl auto-cols-fr grid-flow-col tiny:grid-flow-row">
          {items.map(({ to, hash, icon: Icon, label, name, isAccent }) => (
            <Link
              key={label}
              to={to}
              {...(hash === undefined ? {} : { hash })}
              aria-label={name}
              // The address may name the form already.
              onClick={hash === undefined ? undefined : () => void focusTransferForm()}
              activeOptions={{ includeHash: true, includeSearch: false, exact: true }}
              className={ITEM_LOOK}
            >
              {isAccent ? (
                <span className="grid h-6 w-12 place-items-center rounded-brick bg-accent text-on-accent">
                  <Icon className="size-5.5" strokeWidth={2.5} aria-hidden="true" />
                </span>
              ) : (
                <Icon className="size-5.5 shrink-0" aria-hidden="true" />
              )}
              {label}
            </Link>
          ))}
        </div>
      </nav>
    </div>
  )
}
