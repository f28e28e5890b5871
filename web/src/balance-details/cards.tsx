import type { AccountLedger } from '@ledger/contracts/reports.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { messageOf } from '../api/readers-words.ts'
import { FigureCard, FigureCards } from '../design/figure-card.tsx'
import { Failed } from '../design/states.tsx'
import { countText, rupees, signedRupees } from '../language/figures.ts'
import { useWords } from '../language/words.ts'
import { words } from './words.ts'

/** §2, the three cards. Sums and counts come from one answer, so they always fit together, and count rows of every page. */
export function Cards({ query }: { query: UseQueryResult<AccountLedger> }) {
  const t = useWords(words)
  const { data, error } = query
  if (data === undefined && error !== null)
    return (
      <section className="rounded-sheet border border-rule bg-sheet lg:col-span-2">
        <Failed message={messageOf(error)} onRetry={() => void query.refetch()} />
      </section>
    )
  const deficit = data?.closingBalance.startsWith('-') ?? false
  return (
    <FigureCards isBusy={data === undefined}>
      <FigureCard
        label={t.balance}
        figure={data && rupees(data.closingBalance)}
        tone={deficit ? 'debit' : undefined}
        isTotal
      >
        {data === undefined ? null : deficit ? t.deficit : t.surplus}
      </FigureCard>
      <FigureCard label={t.received} figure={data && signedRupees(data.received, 'credit')} tone="credit">
        {data && t.receivedCount(countText(data.credits))}
      </FigureCard>
      <FigureCard label={t.spent} figure={data && signedRupees(data.spent, 'debit')} tone="debit">
        {data && t.spentCount(countText(data.debits))}
      </FigureCard>
    </FigureCards>
  )
}
