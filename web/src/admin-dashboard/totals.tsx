import type { SiteUser } from '@ledger/contracts/shapes.ts'
import { Bar } from '../design/states.tsx'
import { rupees } from '../language/figures.ts'
import { useWords } from '../language/words.ts'
import { sumOf } from './sum.ts'
import { words } from './words.ts'

/**
 * §2, the admin's cards, as one line of a book. They add up the sites in the list, which is all money that moved as long as
 * no account can be closed; the issue that brings deletion asks the server for the totals.
 */
export function Totals({ sites }: { sites: readonly SiteUser[] | undefined }) {
  const t = useWords(words)
  const sum = sites && sumOf(sites)
  return (
    <dl className="grid grid-cols-2 rounded-sheet border border-rule bg-sheet md:grid-cols-3">
      <Figure
        label={t.totalSent}
        figure={sum && rupees(sum.totalReceived)}
        className="col-span-2 border-rule border-b md:col-span-1 md:border-r md:border-b-0"
        large
      />
      <Figure label={t.totalExpenses} figure={sum && rupees(sum.totalSpent)} className="border-rule border-r" />
      <Figure
        label={t.activeSites}
        figure={sites && String(sites.filter(({ status }) => status === 'active').length)}
      />
    </dl>
  )
}

interface FigureProps {
  label: string
  figure: string | undefined
  className?: string
  large?: boolean
}

function Figure({ label, figure, className = '', large = false }: FigureProps) {
  return (
    <div className={`min-w-0 px-4 py-3 md:px-5 md:py-4 ${className}`}>
      <dt className="text-ink-soft text-small">{label}</dt>
      <dd className={`font-heavy md:text-figure ${large ? 'text-figure' : 'text-lead'}`}>
        {figure === undefined ? <Bar className="my-1 h-7 w-28" /> : <span className="figures">{figure}</span>}
      </dd>
    </div>
  )
}
