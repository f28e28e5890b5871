import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '../shared/api/readers-words.ts'
import { FigureCard, FigureCards } from '../shared/design/figure-card.tsx'
import { Failed } from '../shared/design/states.tsx'
import { rupees } from '../shared/language/figures.ts'
import { inBothLanguages, useWords } from '../shared/language/words.ts'
import { useBalanceWords } from './balance-words.ts'

const words = inBothLanguages({ balance: 'Current Balance' }, { balance: 'वर्तमान शेष' })

/** A sum of an account, as the API writes it, with its name and a note about its content. */
interface Sum {
  label: string
  amount: string | undefined
  note: ReactNode
}

interface Props {
  query: Pick<UseQueryResult, 'error' | 'refetch'>
  /** Undefined while it is loading. */
  balance: string | undefined
  received: Sum
  spent: Sum
}

/** §2, the three cards of an account: the balance, and the two sums from which it is calculated. */
export function AccountCards({ query, balance, received, spent }: Props) {
  const t = useWords(words)
  const sayBalance = useBalanceWords()
  if (balance === undefined && query.error !== null)
    return (
      <section className="rounded-sheet border border-rule bg-sheet lg:col-span-2">
        <Failed message={messageOf(query.error)} onRetry={() => void query.refetch()} />
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
