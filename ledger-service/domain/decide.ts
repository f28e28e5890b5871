import type { Actor } from '@ledger/contracts/events/event-schemas.ts'
import { decideBeneficiary } from './beneficiaries/decide-beneficiary.ts'
import type { Command } from './commands.ts'
import { decideAccount } from './decide-account.ts'
import { decideAcknowledgement } from './decide-acknowledgement.ts'
import { decideAuditRecord } from './decide-audit-records.ts'
import { decideCashCount } from './decide-cash-count.ts'
import { decideClosing } from './decide-closing.ts'
import { decideMoney } from './decide-money.ts'
import { decideQuestion } from './decide-questions.ts'
import { decideWorklist } from './decide-worklists.ts'
import { type AcceptedDecision, type RefusedDecision, refuse } from './decision.ts'
import { decidePurposes } from './purposes/decide-purposes.ts'
import type { DecisionState } from './state.ts'
import { fullNameOf } from './state.ts'
import { decideTally } from './tally/decide-tally.ts'
import { decideTax } from './tax/decide-tax.ts'

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
      return decidePurposes(state, command)
    case 'SetTaxLimits':
    case 'ChangeBeneficiaryDetails':
      return decideTax(state, command)
    case 'ChangeTallyMap':
    case 'ExportToTally':
      return decideTally(state, command)
  }
}
