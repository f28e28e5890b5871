import { dayBefore, dayOf, type Instant } from '@ledger/contracts/dates.ts'
import {
  findSharedWord,
  type ListedPurpose,
  purposeFinder,
  purposeKey,
  tidyPurposes,
} from '@ledger/contracts/purposes/company-purpose-list.ts'
import type { DecisionState } from '../account-and-transaction-states.ts'
import { partyOf } from '../account-and-transaction-states.ts'
import type { PurposeCommand } from '../commands.ts'
import { type AcceptedDecision, accept, type RefusedDecision, refuse } from '../decision.ts'
import { budgetKey, type PurposesAndBudgets } from './purposes-and-budgets-state.ts'

/** The most budgets at once: those of the whole time, of the month before, and of every month from then on. */
const MAX_BUDGETS = 1000

/**
 * Decides the list of purposes and the budgets. The log of entries stays as it is: sums fold by the list. A value
 * that is set again appends nothing.
 */
export function decidePurposesAndBudgets(
  state: DecisionState,
  command: PurposeCommand,
): AcceptedDecision | RefusedDecision {
  switch (command.type) {
    case 'SetPurposes': {
      const { revision, list: before } = state.folded.purposes
      if (command.ifRevision !== undefined && command.ifRevision !== revision) return refuse('purposes_changed')
      const after = tidyPurposes(command.purposes)
      const word = findSharedWord(after)
      if (word !== undefined) return { ...refuse('purpose_word_twice'), word }
      if (JSON.stringify(before.map(inOneOrder)) === JSON.stringify(after.map(inOneOrder))) return accept()
      return accept({
        type: 'PurposesChanged',
        data: { listRevision: revision + 1, before: before.map(toStored), after: after.map(toStored) },
      })
    }
    case 'SetBudget': {
      const { paise: after, month } = command
      const site = state.account(command.site)
      if (site?.role !== 'site_incharge' || site.status === 'closed') return refuse('not_found')
      const { budgets } = state.folded.purposes
      const purpose = budgetedPurpose(state.folded.purposes, command)
      const before = budgets.get(budgetKey(site.id, purpose, month))?.paise ?? null
      if (before === after) return accept()
      if (before === null && countBudgets(budgets, command.now) >= MAX_BUDGETS) return refuse('too_many_budgets')
      return accept({ type: 'BudgetSet', data: { site: partyOf(site), purpose, month, before, after } })
    }
  }
}

/** Returns how many budgets count for the limit. Those of months that are long over do not, or it would fill up. */
function countBudgets(budgets: PurposesAndBudgets['budgets'], now: Instant): number {
  const month = dayOf(now).slice(0, 7)
  const monthBefore = dayBefore(`${month}-01`).slice(0, 7)
  return [...budgets.values()].filter((budget) => budget.month === null || budget.month >= monthBefore).length
}

/**
 * Returns the purpose under which a budget is set: the name of the list for any of its words. A budget that was set
 * under this very word, before the list had it, is changed under that word.
 */
function budgetedPurpose(
  { list, budgets }: PurposesAndBudgets,
  { site, purpose, month }: Extract<PurposeCommand, { type: 'SetBudget' }>,
): string {
  const name = purposeFinder(list)(purpose)?.name ?? purpose
  const isOldWord = purposeKey(name) !== purposeKey(purpose) && budgets.has(budgetKey(site, purpose, month))
  return isOldWord ? purpose : name
}

const toStored = ({ name, hindi, aliases }: ListedPurpose) => ({ name, hindi, aliases: [...aliases] })

const inOneOrder = ({ name, hindi, aliases }: ListedPurpose) => [name, hindi, aliases]
