import type { TaxLimits } from '@ledger/contracts/events/setting-schemas.ts'
import type { DecisionState } from '../account-and-transaction-states.ts'
import type { TaxCommand } from '../commands.ts'
import { type AcceptedDecision, accept, type RefusedDecision, refuse } from '../decision.ts'
import { taxLimitsOn } from './tax-limits-state.ts'

/**
 * Decides the limits of the lists for tax, and that details of a beneficiary changed. Limits that hold on their first
 * day anyway append nothing. Details of a beneficiary that was never paid are `not_found`.
 */
export function decideTaxLimitsAndDetails(
  state: DecisionState,
  command: TaxCommand,
): AcceptedDecision | RefusedDecision {
  switch (command.type) {
    case 'SetTaxLimits': {
      const { from, limits: after } = command
      const { taxes } = state.folded.limits
      const before = taxLimitsOn(taxes, from)
      return areSameTaxLimits(before, after)
        ? accept()
        : accept({ type: 'TaxLimitsSet', data: { from, before, after } })
    }
    case 'ChangeBeneficiaryDetails': {
      const { beneficiary: id, masked: details, isChanged } = command
      const name = state.beneficiaryName(id)
      if (name === undefined) return refuse('not_found')
      if (!isChanged) return accept()
      return accept({ type: 'BeneficiaryDetailsChanged', data: { beneficiary: { id, name }, details } })
    }
  }
}

function areSameTaxLimits(one: TaxLimits, other: TaxLimits): boolean {
  return (
    one.singlePaise === other.singlePaise &&
    one.yearPaise === other.yearPaise &&
    one.cashDayPaise === other.cashDayPaise
  )
}
