import type { NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import { type ListedPurpose, purposeKey } from '@ledger/contracts/purposes/company-purpose-list.ts'

interface Budget {
  /** The inner id of the site incharge. */
  readonly site: string
  /** Null for the whole time of the site. */
  readonly month: string | null
  readonly paise: number
}

/** The fold of the log for the list of purposes and the budgets. */
export interface PurposesAndBudgets {
  /** 1 before the first list. */
  readonly revision: number
  readonly list: readonly ListedPurpose[]
  /** The budgets of open sites that were not taken away, by `budgetKey`. */
  readonly budgets: ReadonlyMap<string, Budget>
}

export const NO_PURPOSES: PurposesAndBudgets = { revision: 1, list: [], budgets: new Map() }

/** Returns what one budget is of: a site by its inner id, a purpose in any case, and a month, or none. */
export const budgetKey = (site: string, purpose: string, month: string | null): string =>
  JSON.stringify([site, month, purposeKey(purpose)])

/** Returns the list and the budgets after an event; a deleted account takes its budgets along. Pure. */
export function evolvePurposesAndBudgets(state: PurposesAndBudgets, event: NewEvent): PurposesAndBudgets {
  if (event.type === 'AccountClosed') {
    const budgets = [...state.budgets].filter(([, { site }]) => site !== event.data.account.id)
    return budgets.length === state.budgets.size ? state : { ...state, budgets: new Map(budgets) }
  }
  if (event.type === 'PurposesChanged') return { ...state, revision: event.data.listRevision, list: event.data.after }
  if (event.type !== 'BudgetSet') return state
  const { site, purpose, month, after } = event.data
  const budgets = new Map(state.budgets)
  if (after === null) budgets.delete(budgetKey(site.id, purpose, month))
  else budgets.set(budgetKey(site.id, purpose, month), { site: site.id, month, paise: after })
  return { ...state, budgets }
}
