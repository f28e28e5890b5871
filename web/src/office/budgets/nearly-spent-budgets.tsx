import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { today } from '../../shared/api/today.ts'
import { countText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { budgetsQuery } from '../api/purpose-and-budget-queries.ts'
import { words } from './screen-texts.ts'

/** A budget is nearly spent from this per cent on. */
const NEARLY_SPENT = 80

/**
 * A line of what to look at: the budgets of this month and of the whole time that are nearly spent, or exceeded. None
 * where there is no such budget.
 */
export function NearlySpentBudgets() {
  const t = useWords(words)
  const { data = [] } = useQuery(budgetsQuery({ month: today().slice(0, 7) }))
  const near = data.filter(({ percent }) => percent >= NEARLY_SPENT).length
  const over = data.filter(({ percent, spent, amount }) => percent >= 100 && spent !== amount).length
  if (near === 0) return null
  return (
    <li className="border-rule border-t">
      <Link
        to="/admin/reports"
        hash="budgets"
        className="flex min-h-11 items-center justify-between gap-3 px-4 py-1 focus-visible:-outline-offset-3 hover:bg-ground lg:min-h-9"
      >
        <span>
          {t.near}
          {over === 0 ? null : <span className="block text-debit text-small">{t.over(countText(over))}</span>}
        </span>
        <span className="figures font-heavy">{countText(near)}</span>
      </Link>
    </li>
  )
}
