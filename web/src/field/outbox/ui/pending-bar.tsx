import { useQuery } from '@tanstack/react-query'
import { ChevronRight, CircleAlert, Clock } from 'lucide-react'
import { balanceQuery } from '../../../shared/api/field-queries.ts'
import { countText, rupees } from '../../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../../shared/language/in-both-languages.ts'
import type { PendingBarProps } from '../../store-filled-by-lazy-parts.ts'
import { balanceWithPending } from '../model/pending-entries.ts'
import { pendingTitle } from './pending-title.ts'
import { words } from './screen-texts.ts'
import { usePendingEntries } from './use-pending-entries.ts'

/** Shows how much waits and the balance with it, and opens the sheet of waiting entries. */
export function PendingBar({ onOpen }: PendingBarProps) {
  const t = useWords(words)
  const { entries, waiting: changes, answers, end } = usePendingEntries()
  const waiting = [...changes, ...answers]
  // The balance that the screen has read.
  const { data: balance } = useQuery({ ...balanceQuery, enabled: false })
  const refused = waiting.filter((one) => one.refused !== undefined).length
  const isAll = refused === waiting.length
  const Icon = isAll ? CircleAlert : Clock
  // An answer changes no balance.
  const amount = isAll || changes.length === 0 ? undefined : balance && balanceWithPending(balance, entries)
  return (
    <section className="relative grid gap-1 rounded-sheet border border-ink border-dashed bg-sheet p-4 tiny:p-3 has-[button:hover]:border-solid">
      <h2 className="font-strong">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onOpen}
          className="-my-2.5 flex min-h-11 w-full items-center gap-2 text-left after:absolute after:inset-0 after:rounded-sheet"
        >
          <Icon className="size-5 shrink-0" aria-hidden="true" />
          <span className={`min-w-0 flex-1 ${isAll ? 'text-debit' : ''}`}>{pendingTitle(waiting, t)}</span>
          <ChevronRight className="size-6 shrink-0" aria-hidden="true" />
        </button>
      </h2>
      {amount === undefined ? null : (
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-ink-soft text-small">{t.balance}</span>
          <span className={`figures font-heavy ${amount.startsWith('-') ? 'text-debit' : ''}`}>{rupees(amount)}</span>
        </p>
      )}
      {refused === 0 || isAll ? null : (
        <p className="flex items-start gap-1.5 font-strong text-debit text-small">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {t.someRefused(countText(refused))}
        </p>
      )}
      {isAll || end === undefined || end === 'done' ? null : (
        <p className="text-ink-soft text-small">{end === 'signed_out' ? t.signedOut : t.later}</p>
      )}
    </section>
  )
}
