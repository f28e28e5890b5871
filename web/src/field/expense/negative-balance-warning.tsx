import type { Balance } from '@ledger/contracts/http/people/account-schemas.ts'
import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { CircleAlert } from 'lucide-react'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { usePendingEntries } from '../outbox/ui/use-pending-entries.ts'
import { negativeBalanceAfter } from './negative-balance-after.ts'
import { words } from './screen-texts.ts'

interface Props {
  balance: Balance | undefined
  amount: string
  /** The entry that gets this amount; undefined for a new one. */
  row: Transaction | undefined
}

/** Warns before an expense that takes the balance below zero. It is no refusal: the money may be spent already. */
export function NegativeBalanceWarning({ balance, amount, row }: Props) {
  const t = useWords(words)
  const entries = usePendingEntries((state) => state.entries)
  const after = negativeBalanceAfter(balance, entries, amount, row)
  return (
    <p role="status" className="-mt-4 flex items-start gap-1.5 font-strong text-debit text-small empty:hidden">
      {after === undefined ? null : (
        <>
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span>{t.becomesNegative(rupees(formatAmount(after)))}</span>
        </>
      )}
    </p>
  )
}
