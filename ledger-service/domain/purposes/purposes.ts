import type { NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import { type ListedPurpose, purposeKey } from '@ledger/contracts/http/purposes/purpose-list.ts'

/** The fold of the log for the list of purposes and the budgets. */
export interface PurposesState {
  /** 1 before the first list. */
  readonly revision: number
  readonly list: readonly ListedPurpose[]
  /** The budgets that hold, in paise, by `budgetKey`. */
  readonly budgets: ReadonlyMap<string, number>
}

export const NO_PURPOSES: PurposesState = { revision: 1, list: [], budgets: new Map() }

/** Returns what one budget is of: a site by its inner id, a purpose in any case, and a month, or none. */
export const budgetKey = (site: string, purpose: string, month: string | null): string =>
  JSON.stringify([site, month, purposeKey(purpose)])

/** Returns the list and the budgets after an event. Pure. */
export function evolvePurposes(state: PurposesState, event: NewEvent): PurposesState {
  if (event.type === 'PurposesChanged') return { ...state, revision: event.data.listRevision, list: event.data.after }
  if (event.type !== 'BudgetSet') return state
  const { site, purpose, month, after } = event.data
  const budgets = new Map(state.budgets)
  if (after === null) budgets.delete(budgetKey(site.id, purpose, month))
  else budgets.set(budgetKey(site.id, purpose, month), after)
  return { ...state, budgets }
}
