import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorMessage } from '../shared/api/error-messages.ts'
import { FigureCard, FigureCards } from '../shared/design/figure-card.tsx'
import { FailedState } from '../shared/design/loading-empty-failed.tsx'
import { rupees } from '../shared/language/format-money-and-dates.ts'
import { inBothLanguages, useWords } from '../shared/language/in-both-languages.ts'
import { useBalanceStatusWords } from './balance-status-words.ts'

const words = inBothLanguages({ balance: 'Current Balance' }, { balance: 'वर्तमान शेष' })

/** A sum of an account, as the API writes it, with its name and a note about its content. */
interface LabelledSum {
  label: string
  amount: string | undefined
  note: ReactNode
}

interface Props {
  query: Pick<UseQueryResult, 'error' | 'refetch'>
  /** Undefined while it is loading. */
  balance: string | undefined
  received: LabelledSum
  spent: LabelledSum
}

/** §2, the three cards of an account: the balance, and the two sums from which it is calculated. */
export function AccountSummaryCards({ query, balance, received, spent }: Props) {
  const t = useWords(words)
  const sayBalance = useBalanceStatusWords()
  if (balance === undefined && query.error !== null)
    return (
      <section className="rounded-sheet border border-rule bg-sheet lg:col-span-2">
        <FailedState message={errorMessage(query.error)} onRetry={() => void query.refetch()} />
      </section>
    )
  const deficit = balance?.startsWith('-') ?? false
  return (
    <FigureCards isBusy={balance === undefined}>
      <FigureCard label={t.balance} figure={balance && rupees(balance)} tone={deficit ? 'debit' : undefined} isTotal>
        {balance === undefined ? null : sayBalance(balance)}
      </FigureCard>
      <FigureCard label={received.label} figure={received.amount && rupees(received.amount)} tone="credit">
        {received.note}
      </FigureCard>
      <FigureCard label={spent.label} figure={spent.amount && rupees(spent.amount)} tone="debit">
        {spent.note}
      </FigureCard>
    </FigureCards>
  )
}
