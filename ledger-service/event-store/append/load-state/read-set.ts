import { beneficiaryId } from '@ledger/contracts/beneficiary-id.ts'
import { type Command, isBeneficiaryCommand, mayRemoveAdmin } from '../../../domain/commands.ts'
import type { CommandEnvelope } from '../command-envelope.ts'

/** The ids whose state a batch of commands reads. */
export interface ReadSet {
  accounts: string[]
  transactions: string[]
  keys: Buffer[]
  beneficiaries: string[]
  signInNames: string[]
  /** All admins, because a command may remove one (domain/commands.ts). */
  admins: boolean
  /** The limits of the office, with the alert levels of the accounts. */
  limits: boolean
  /** The beneficiaries that were renamed or merged. */
  beneficiaryGroups: boolean
  /** The list of purposes, and all budgets. */
  purposes: boolean
  /** The map to Tally. */
  tallyMap: boolean
}

/** Returns what has to be loaded before a batch can be decided. */
export function readSetOf(batch: CommandEnvelope[]): ReadSet {
  const needs = {
    accounts: new Set<string>(),
    transactions: new Set<string>(),
    keys: [] as Buffer[],
    beneficiaries: new Set<string>(),
    signInNames: new Set<string>(),
    admins: false,
    limits: false,
    beneficiaryGroups: false,
    purposes: false,
    tallyMap: false,
  }
  for (const { command, key } of batch) {
    if (key) needs.keys.push(key.digest)
    for (const account of accountsNamedBy(command)) needs.accounts.add(account)
    if ('row' in command) needs.transactions.add(command.row.transaction)
    for (const id of beneficiariesNamedBy(command)) needs.beneficiaries.add(id)
    if (isBeneficiaryCommand(command) || changesBeneficiary(command)) needs.beneficiaryGroups = true
    if ('signInName' in command && command.signInName !== undefined) needs.signInNames.add(command.signInName)
    if (mayRemoveAdmin(command)) needs.admins = true
    if (command.type === 'ChangeBeneficiaryDetails') needs.beneficiaries.add(command.beneficiary)
    if (LIMIT_COMMANDS.includes(command.type)) needs.limits = true
    if (command.type === 'SetPurposes' || command.type === 'SetBudget') needs.purposes = true
    if (command.type === 'ChangeTallyMap') needs.tallyMap = true
  }
  return {
    accounts: [...needs.accounts],
    transactions: [...needs.transactions],
    keys: needs.keys,
    beneficiaries: [...needs.beneficiaries],
    signInNames: [...needs.signInNames],
    admins: needs.admins,
    limits: needs.limits,
    beneficiaryGroups: needs.beneficiaryGroups,
    purposes: needs.purposes,
    tallyMap: needs.tallyMap,
  }
}

const changesBeneficiary = (command: Command): boolean =>
  command.type === 'EditTransaction' && command.changes.beneficiary !== undefined

/** The commands that set a limit of the office. */
const LIMIT_COMMANDS: readonly Command['type'][] = ['SetOfficeLimits', 'SetAlertLevel', 'SetTaxLimits']

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
