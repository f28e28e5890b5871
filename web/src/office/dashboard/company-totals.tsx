import type { SiteUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { sumOfAmounts } from '@ledger/contracts/money.ts'
import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { FailedState, SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { companySummaryQuery } from '../api/report-queries.ts'
import { words } from './screen-texts.ts'

/**
 * The admin's cards of §2, as one line of a book. Money sent and spent are the server's sums of the whole company, so
 * they include the money of closed accounts. The months of a summary add up to them.
 */
export function CompanyTotals({ sites }: { sites: readonly SiteUser[] | undefined }) {
  const t = useWords(words)
  const { data, error, refetch } = useQuery(companySummaryQuery({}))
  if (data === undefined && error !== null)
    return <FailedState message={errorMessage(error)} onRetry={() => void refetch()} />
  const total = (part: 'received' | 'spent') => data && rupees(sumOfAmounts(data.months.map((month) => month[part])))
  // Money that was sent and not spent is with the sites and the supervisors: a transfer moves it between them.
  const held = data && sumOfAmounts(data.months.flatMap(({ received, spent }) => [received, negated(spent)]))
  return (
    <dl className="flex flex-wrap overflow-hidden rounded-sheet border border-rule bg-sheet">
      <TotalFigure
        label={t.totalSent}
        note={t.totalSentNote}
        figure={total('received')}
        className="max-md:basis-full"
        large
      />
      <TotalFigure label={t.totalExpenses} note={t.totalExpensesNote} figure={total('spent')} />
      <TotalFigure
        label={t.activeSites}
        figure={sites && String(sites.filter(({ status }) => status === 'active').length)}
      />
      <TotalFigure label={t.withSites} note={t.withSitesNote} figure={held && rupees(held)} />
    </dl>
  )
}

const negated = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)

interface FigureProps {
  label: string
  figure: string | undefined
  /** Says what the figure counts. */
  note?: string
  className?: string
  large?: boolean
}

function TotalFigure({ label, figure, note, className = '', large = false }: FigureProps) {
  return (
    // The lines separate the figures however many stand in a row: those at the edge lie under the outer border.
    <div className={`-mt-px -ml-px flex-auto border-rule border-t border-l px-4 py-3 md:px-5 ${className}`}>
      <dt className="text-ink-soft text-small">{label}</dt>
      <dd className={`font-heavy md:text-title ${large ? 'text-figure' : 'text-lead'}`}>
        {figure === undefined ? <SkeletonBar className="my-1 h-7 w-28" /> : <span className="figures">{figure}</span>}
      </dd>
      {note === undefined ? null : <dd className="text-ink-soft text-small">{note}</dd>}
    </div>
  )
}
