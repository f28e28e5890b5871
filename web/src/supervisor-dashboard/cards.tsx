import type { Balance } from '@ledger/contracts/shapes.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { messageOf } from '../api/readers-words.ts'
import { FigureCard, FigureCards } from '../design/figure-card.tsx'
import { Failed } from '../design/states.tsx'
import { rupees, signedRupees } from '../language/figures.ts'
import { useWords } from '../language/words.ts'
import { words } from './words.ts'

/** §2, the three cards of a supervisor. */
export function Cards({ query }: { query: UseQueryResult<Balance> }) {
  const t = useWords(words)
  const { data, error } = query
  if (data === undefined && error !== null)
    return (
      <section className="rounded-sheet border border-rule bg-sheet lg:col-span-2">
        <Failed message={messageOf(error)} onRetry={() => void query.refetch()} />
      </section>
    )
  const deficit = data?.currentBalance.startsWith('-') ?? false
  return (
    <FigureCards isBusy={data === undefined}>
      <FigureCard
        label={t.balance}
        figure={data && rupees(data.currentBalance)}
        tone={deficit ? 'debit' : undefined}
        isTotal
      >
        {data === undefined ? null : deficit ? t.deficit : t.surplus}
      </FigureCard>
      <FigureCard label={t.received} figure={data && signedRupees(data.totalReceived, 'credit')} tone="credit">
        {t.allCredits}
      </FigureCard>
      <FigureCard label={t.spent} figure={data && signedRupees(data.totalSpent, 'debit')} tone="debit">
        {t.allDebits}
      </FigureCard>
    </FigureCards>
  )
}
