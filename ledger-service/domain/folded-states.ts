import type { NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import { evolveBeneficiaryGroups, NO_BENEFICIARY_GROUPS } from './beneficiaries/beneficiary-groups-state.ts'
import { evolveClosings, NEVER_CLOSED } from './closings/closings-state.ts'
import { type Command, isBeneficiaryCommand } from './commands.ts'
import { evolvePurposesAndBudgets, NO_PURPOSES } from './purposes-and-budgets/purposes-and-budgets-state.ts'
import { DEFAULT_TALLY_MAP, evolveTallyMap } from './tally/tally-map-state.ts'
import { evolveOfficeLimits, NO_LIMITS_SET } from './worklists/office-limits-state.ts'

/**
 * The states of a company that are folds of rare events, before the first event. A further state takes a field here, a
 * row of `FOLDS`, and the statement that reads its events (load-folded-states.ts).
 */
export const NOTHING_FOLDED = {
  /** The closings of the books that hold. */
  closings: NEVER_CLOSED,
  /** The limits of the office, with the alert level of the command's account. */
  limits: NO_LIMITS_SET,
  /** The beneficiaries that were renamed or merged. */
  beneficiaryGroups: NO_BENEFICIARY_GROUPS,
  /** The list of purposes and all budgets. */
  purposes: NO_PURPOSES,
  /** The map to Tally. */
  tallyMap: DEFAULT_TALLY_MAP,
}

/** All but the closings are known only for commands that read them. */
export type FoldedStates = Readonly<typeof NOTHING_FOLDED>
export type FoldedStateName = keyof FoldedStates

interface Fold<State> {
  readonly evolve: (state: State, event: PlacedEvent) => State
  /** Whether a command reads the state; undefined where every decision does. */
  readonly isReadBy?: (command: Command) => boolean
}
type PlacedEvent = NewEvent & { position: number }

export const FOLDS: { readonly [Name in FoldedStateName]: Fold<FoldedStates[Name]> } = {
  closings: { evolve: evolveClosings },
  limits: {
    evolve: evolveOfficeLimits,
    isReadBy: ({ type }) => type === 'SetOfficeLimits' || type === 'SetAlertLevel' || type === 'SetTaxLimits',
  },
  beneficiaryGroups: {
    evolve: evolveBeneficiaryGroups,
    isReadBy: (command) =>
      isBeneficiaryCommand(command) ||
      (command.type === 'EditTransaction' && command.changes.beneficiary !== undefined),
  },
  purposes: {
    evolve: evolvePurposesAndBudgets,
    isReadBy: ({ type }) => type === 'SetPurposes' || type === 'SetBudget',
  },
  tallyMap: { evolve: evolveTallyMap, isReadBy: ({ type }) => type === 'ChangeTallyMap' },
}

export const FOLDED_STATE_NAMES = Object.keys(FOLDS) as FoldedStateName[]

/** Returns the states after an event; most events change none of them. Pure. */
export function evolveFoldedStates(states: FoldedStates, event: PlacedEvent): FoldedStates {
  return FOLDED_STATE_NAMES.reduce((next, name) => evolveFoldedState(next, name, event), states)
}

function evolveFoldedState<Name extends FoldedStateName>(
  states: FoldedStates,
  name: Name,
  event: PlacedEvent,
): FoldedStates {
  const after = FOLDS[name].evolve(states[name], event)
  return after === states[name] ? states : { ...states, [name]: after }
}
