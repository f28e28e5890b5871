import { beneficiaryId } from '@ledger/contracts/beneficiary-id.ts'
import { type Command, mayRemoveAdmin } from '../../../domain/commands.ts'
import { FOLDED_STATE_NAMES, FOLDS, type FoldedStateName } from '../../../domain/folded-states.ts'
import type { CommandEnvelope } from '../command-and-answer-types.ts'

/** The ids whose state a batch of commands reads. */
export interface ReadSet {
  accounts: string[]
  transactions: string[]
  keys: Buffer[]
  beneficiaries: string[]
  signInNames: string[]
  /** All admins, because a command may remove one (domain/commands.ts). */
  admins: boolean
  /** The folded states that a command reads, besides the closings, which every decision reads. */
  folded: FoldedStateName[]
}

/** Returns what has to be loaded before a batch can be decided. */
export function readSetOf(batch: CommandEnvelope[]): ReadSet {
  const needs = {
    accounts: new Set<string>(),
    transactions: new Set<string>(),
    keys: [] as Buffer[],
    beneficiaries: new Set<string>(),
    signInNames: new Set<string>(),
  }
  for (const { command, key } of batch) {
    if (key) needs.keys.push(key.digest)
    for (const account of accountsNamedBy(command)) needs.accounts.add(account)
    if ('row' in command) needs.transactions.add(command.row.transaction)
    for (const id of beneficiariesNamedBy(command)) needs.beneficiaries.add(id)
    if ('signInName' in command) needs.signInNames.add(command.signInName)
    if (command.type === 'ChangeBeneficiaryDetails') needs.beneficiaries.add(command.beneficiary)
  }
  return {
    accounts: [...needs.accounts],
    transactions: [...needs.transactions],
    keys: needs.keys,
    beneficiaries: [...needs.beneficiaries],
    signInNames: [...needs.signInNames],
    admins: batch.some(({ command }) => mayRemoveAdmin(command)),
    folded: FOLDED_STATE_NAMES.filter((name) => batch.some(({ command }) => FOLDS[name].isReadBy?.(command))),
  }
}

function accountsNamedBy(command: Command): string[] {
  const named = 'account' in command.by ? [command.by.account] : []
  if ('to' in command) named.push(command.to)
  if ('account' in command && command.account !== undefined) named.push(command.account)
  if (command.type === 'SetBudget') named.push(command.site)
  if ('assignment' in command && command.assignment?.site) named.push(command.assignment.site)
  return named
}

function beneficiariesNamedBy(command: Command): string[] {
  switch (command.type) {
    case 'RecordExpense':
      return [beneficiaryId(command.beneficiary)]
    case 'EditTransaction':
      return command.changes.beneficiary === undefined ? [] : [beneficiaryId(command.changes.beneficiary)]
    case 'RenameBeneficiary':
      return [command.beneficiary, beneficiaryId(command.name)]
    case 'MergeBeneficiaries':
      return [...command.from, command.into]
    case 'UnmergeBeneficiary':
      return [command.beneficiary]
    default:
      return []
  }
}
