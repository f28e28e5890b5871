import { beneficiaryId } from '@ledger/contracts/beneficiary-id.ts'
import { type BeneficiaryGroup, MAX_SPELLINGS } from '@ledger/contracts/beneficiary-spelling-group.ts'
import { mergedGroup } from '@ledger/contracts/events/beneficiary-groups-after-event.ts'
import type { DecisionState } from '../account-and-transaction-states.ts'
import type { BeneficiaryChange } from '../commands.ts'
import { type AcceptedDecision, accept, type RefusedDecision, refuse } from '../decision.ts'
import { findBeneficiaryGroup, withoutMember } from './beneficiary-groups-state.ts'

type NamesState = Pick<DecisionState, 'folded' | 'beneficiaryName'>

/**
 * Decides which spellings are one beneficiary, and its name (beneficiary-groups-state.ts has the rules of chains). No
 * entry changes. The id of any spelling stands for its group; only an undone merge names the spelling itself. Refused
 * are: a beneficiary that was never paid, one that is merged into itself, a name that is another one's, a spelling that
 * is merged into none, and more spellings than a group can have. The name that it has already appends nothing.
 */
export function decideBeneficiary(state: NamesState, command: BeneficiaryChange): AcceptedDecision | RefusedDecision {
  switch (command.type) {
    case 'RenameBeneficiary':
      return decideRename(state, command.beneficiary, command.name)
    case 'MergeBeneficiaries': {
      const into = beneficiaryGroupOf(state, command.into)
      const named = command.from.map((id) => beneficiaryGroupOf(state, id))
      if (!into || named.includes(undefined)) return refuse('not_found')
      const from = [...new Map(named.flatMap((group) => (group ? [[group.id, group] as const] : []))).values()]
      if (from.some(({ id }) => id === into.id)) return refuse('same_beneficiary')
      const data = { from, into }
      return mergedGroup(data).members.length > MAX_SPELLINGS
        ? refuse('too_many_spellings')
        : accept({ type: 'BeneficiariesMerged', data })
    }
    case 'UnmergeBeneficiary': {
      const before = beneficiaryGroupOf(state, command.beneficiary)
      if (!before) return refuse('not_found')
      if (before.id === command.beneficiary) return refuse('not_merged')
      const groups = withoutMember(state.folded.beneficiaryGroups, command.beneficiary)
      const [after, apart] = [before.id, command.beneficiary].map((id) => findBeneficiaryGroup(groups, id))
      return after && apart
        ? accept({ type: 'BeneficiariesUnmerged', data: { before, after, apart } })
        : refuse('not_found')
    }
  }
}

function decideRename(state: NamesState, beneficiary: string, name: string): AcceptedDecision | RefusedDecision {
  const before = beneficiaryGroupOf(state, beneficiary)
  if (!before) return refuse('not_found')
  const id = beneficiaryId(name)
  const other = beneficiaryGroupOf(state, id)
  if (other && other.id !== before.id) return refuse('beneficiary_name_in_use')
  if (name === before.name) return accept()
  const { members } = before
  const spellings = members.some((member) => member.id === id) ? members : [...members, { id, name }]
  if (spellings.length > MAX_SPELLINGS) return refuse('too_many_spellings')
  return accept({ type: 'BeneficiaryRenamed', data: { before, after: { id: before.id, name, members: spellings } } })
}

/** Returns the group of a spelling; undefined for one that was neither paid nor given to a beneficiary as its name. */
export function beneficiaryGroupOf(state: NamesState, id: string): BeneficiaryGroup | undefined {
  const group = findBeneficiaryGroup(state.folded.beneficiaryGroups, id)
  const paid = state.beneficiaryName(id)
  if (group && (group.id !== id || paid !== undefined)) return group
  return paid === undefined ? undefined : { id, name: paid, members: [{ id, name: paid }] }
}
