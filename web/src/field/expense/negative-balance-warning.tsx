import type { Balance } from '@ledger/contracts/http/responses.ts'
import { formatAmount, paiseOf, parseAmount } from '@ledger/contracts/money.ts'
import { CircleAlert } from 'lucide-react'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { balanceWithPending } from '../outbox/model/pending-entries.ts'
import { usePendingEntries } from '../outbox/ui/use-pending-entries.ts'
import { words } from './screen-texts.ts'

interface Props {
  balance: Balance | undefined
  amount: string
}

/** Warns before an expense that takes the balance below zero. It is no refusal: the money may be spent already. */
export function NegativeBalanceWarning({ balance, amount }: Props) {
  const t = useWords(words)
  const entries = usePendingEntries((state) => state.entries)
  const spent = parseAmount(amount)
  const after =
    balance === undefined || spent === undefined ? undefined : paiseOf(balanceWithPending(balance, entries)) - spent
  return (
    <p role="status" className="-mt-4 flex items-start gap-1.5 font-strong text-debit text-small empty:hidden">
      {after === undefined || after >= 0 ? null : (
        <>
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span>{t.becomesNegative(rupees(formatAmount(after)))}</span>
        </>
      )}
    </p>
  )
}
