import type { Statement } from '@ledger/contracts/http/statements/statement-schemas.ts'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { words } from './screen-texts.ts'

/** Opening, received, paid and closing of the whole period. */
export function StatementFigures({ statement: { opening, totals, closing } }: { statement: Statement }) {
  const t = useWords(words)
  return (
    <dl className="grid grid-cols-2 tiny:grid-cols-1 gap-x-4 gap-y-3 border-rule border-t px-4 py-3 md:grid-cols-4 md:px-5">
      <BalanceFigure label={t.opening} figure={opening} />
      <BalanceFigure label={t.received} figure={totals.in} tone="text-credit" />
      <BalanceFigure label={t.paid} figure={totals.out} tone="text-debit" />
      <BalanceFigure label={t.closing} figure={closing} isTotal />
    </dl>
  )
}

interface FigureProps {
  label: string
  figure: string
  tone?: string
  isTotal?: boolean
}

export function BalanceFigure({ label, figure, tone = '', isTotal = false }: FigureProps) {
  const isDeficit = isTotal && figure.startsWith('-')
  return (
    <div>
      <dt className="text-ink-soft text-small">{label}</dt>
      <dd className={`font-heavy md:text-lead ${isDeficit ? 'text-debit' : tone}`}>
        <span className={`figures ${isTotal ? 'total-line' : ''}`}>{rupees(figure)}</span>
      </dd>
    </div>
  )
}
