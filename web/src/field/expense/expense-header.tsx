import type { Balance } from '@ledger/contracts/http/responses.ts'
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
      <div className="mx-auto flex max-w-2xl items-center gap-1 py-2 pr-1 pl-1 tiny:flex-wrap tiny:justify-between md:px-4">
        <Link
          to={home}
          replace
          aria-label={t.back}
          className="grid size-12 shrink-0 place-items-center rounded-brick hover:bg-ground"
        >
          <ArrowLeft className="size-6" aria-hidden="true" />
        </Link>
        <h1 className="min-w-0 flex-1 truncate font-heavy text-lead tiny:order-last tiny:basis-full tiny:whitespace-normal tiny:px-3">
          {t.title}
        </h1>
        <LanguageSwitch />
      </div>
      <div className="mx-auto flex min-h-10 max-w-2xl items-center justify-between gap-3 px-4 pb-2 tiny:flex-wrap md:px-6">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <span className="whitespace-nowrap text-ink-soft text-small">{t.balance}</span>
          {balance === undefined ? (
            <SkeletonBar className="h-5 w-24" />
          ) : (
            <span className={`figures font-heavy ${balance.currentBalance.startsWith('-') ? 'text-debit' : ''}`}>
              {rupees(balance.currentBalance)}
            </span>
          )}
        </p>
        {state === undefined ? null : <SaveIndicator state={state} />}
      </div>
    </header>
  )
}
