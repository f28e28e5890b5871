import type { Actor } from '@ledger/contracts/events/event-schemas.ts'
import type { DecisionState } from './account-and-transaction-states.ts'
import { fullNameOf } from './account-and-transaction-states.ts'
import { decideAccount } from './accounts/decide-account.ts'
import { decideBeneficiary } from './beneficiaries/decide-beneficiary.ts'
import { decideClosing } from './closings/decide-closing.ts'
import type { Command } from './commands.ts'
import { decideAuditRecord } from './decide-audit-records.ts'
import { type AcceptedDecision, type RefusedDecision, refuse } from './decision.ts'
import { decideAcknowledgement } from './money/decide-acknowledgement.ts'
import { decideCashCount } from './money/decide-cash-count.ts'
import { decideMoney } from './money/decide-money.ts'
import { decidePurposesAndBudgets } from './purposes-and-budgets/decide-purposes-and-budgets.ts'
import { decideQuestion } from './questions/decide-questions.ts'
import { decideTally } from './tally/decide-tally.ts'
import { decideTaxLimitsAndDetails } from './tax/decide-tax-limits-and-details.ts'
import { decideWorklist } from './worklists/decide-worklists.ts'

/**
 * Decides whether a command becomes events; no other code does. Pure: the same state and command always give the same
 * result. A session that has ended since (another epoch, a disabled or closed account) appends nothing.
 */
export function decide(
  state: DecisionState,
  command: Command,
): (AcceptedDecision & { actor: Actor }) | RefusedDecision {
  const actor = actorIfSessionStands(state, command)
  if (!actor) return refuse('unauthorized')
  const decision = decideByType(state, command, actor)
  return 'refused' in decision ? decision : { ...decision, actor }
}

function actorIfSessionStands(state: DecisionState, { by }: Command): Actor | undefined {
  if ('system' in by) return by.system
  const account = state.account(by.account)
  if (account?.status !== 'active' || account.epoch !== by.epoch) return undefined
  return { id: account.id, name: fullNameOf(account.profile), role: account.role }
}

function decideByType(state: DecisionState, command: Command, actor: Actor): AcceptedDecision | RefusedDecision {
  switch (command.type) {
    case 'RecordExpense':
    case 'SendMoney':
    case 'TransferMoney':
    case 'EditTransaction':
    case 'DeleteTransaction':
      return decideMoney(state, command, actor)
    case 'OpenAccount':
    case 'EditAccount':
    case 'SetAccountStatus':
    case 'SetPassword':
    case 'CloseAccount':
      return decideAccount(state, command)
    case 'RevealPassword':
    case 'SignIn':
    case 'RefuseSignIn':
    case 'EraseBill':
    case 'ExportReport':
    case 'NoteSettings':
      return decideAuditRecord(state, command, actor)
    case 'SetOfficeLimits':
    case 'SetAlertLevel':
    case 'ReviewEntry':
      return decideWorklist(state, command)
    case 'QueryEntry':
    case 'AnswerQuestion':
    case 'CloseQuestion':
      return decideQuestion(state, command, actor)
    case 'CloseBooks':
    case 'ReopenBooks':
    case 'SealBooks':
      return decideClosing(state, command)
    case 'RenameBeneficiary':
    case 'MergeBeneficiaries':
    case 'UnmergeBeneficiary':
      return decideBeneficiary(state, command)
    case 'AcknowledgeTransfer':
      return decideAcknowledgement(state, command, actor)
    case 'CountCash':
      return decideCashCount(state, command, actor)
    case 'SetPurposes':
    case 'SetBudget':
      return decidePurposesAndBudgets(state, command)
    case 'SetTaxLimits':
    case 'ChangeBeneficiaryDetails':
      return decideTaxLimitsAndDetails(state, command)
    case 'ChangeTallyMap':
    case 'ExportToTally':
      return decideTally(state, command)
  }
}
