import type { Balance } from '@ledger/contracts/http/people/account-schemas.ts'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { LanguageSwitch } from '../../shared/design/controls/language-switch.tsx'
import { SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { SaveIndicator, type SaveState } from './save-indicator.tsx'
import { words } from './screen-texts.ts'

interface Props {
  home: '/site-dashboard' | '/supervisor-dashboard'
  balance: Balance | undefined
  /** Undefined while there is nothing to save. */
  state: SaveState | undefined
}

/** The head that stays visible while the form scrolls: the balance, and whether this entry is in the book yet. */
export function ExpenseHeader({ home, balance, state }: Props) {
  const t = useWords(words)
  return (
    <header className="sticky top-0 z-10 border-rule border-b bg-sheet tiny:static">
      <div className="mx-auto flex min-h-14 max-w-2xl items-center gap-1 pr-1 pl-1 tiny:flex-wrap tiny:justify-between md:px-4">
        <Link
          to={home}
          replace
          aria-label={t.back}
          className="grid size-12 shrink-0 place-items-center rounded-brick hover:bg-ground"
        >
          <ArrowLeft className="size-6" aria-hidden="true" />
        </Link>
        <div className="min-w-0 flex-1 py-1 tiny:order-last tiny:basis-full tiny:px-3">
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <h1 className="font-heavy text-body/6">{t.title}</h1>
            {state === undefined ? null : <SaveIndicator state={state} />}
          </div>
          <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-small/5">
            <span className="whitespace-nowrap text-ink-soft">{t.balance}</span>
            {balance === undefined ? (
              <SkeletonBar className="h-4 w-24" />
            ) : (
              <span className={`figures font-heavy ${balance.currentBalance.startsWith('-') ? 'text-debit' : ''}`}>
                {rupees(balance.currentBalance)}
              </span>
            )}
          </p>
        </div>
        <LanguageSwitch />
      </div>
    </header>
  )
}
