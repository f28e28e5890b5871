import type { Bill } from '@ledger/contracts/bill-schemas.ts'
import type { Day } from '@ledger/contracts/dates.ts'
import type { EntryFieldInput } from '@ledger/contracts/entry-text-field-schemas.ts'
import type { AccountProfile, Actor, EventData, MaskedDetails } from '@ledger/contracts/events/event-schemas.ts'
import type { TallyTarget } from '@ledger/contracts/events/purpose-and-tally-line-schemas.ts'
import type { InstallationSettings, OfficeLimits, TaxLimits } from '@ledger/contracts/events/setting-schemas.ts'
import type { ReviewKind } from '@ledger/contracts/http/worklists/mark-entry-reviewed-schemas.ts'
import type { ListedPurpose } from '@ledger/contracts/purposes/company-purpose-list.ts'
import type { OfficeRole, Role } from '@ledger/contracts/roles.ts'
import type { TallyLineKind } from '@ledger/contracts/tally/tally-groups-and-line-kinds.ts'

/** A request to change the ledger. Ids, time and the looked-up facts are part of it; a decision does no I/O. */
export type Command =
  | MoneyCommand
  | AccountCommand
  | AccessCommand
  | WorklistCommand
  | QuestionCommand
  | ClosingCommand
  | BeneficiaryCommand
  | CashCountCommand
  | AcknowledgeTransferCommand
  | PurposeCommand
  | TaxCommand
  | TallyCommand

/** The origin of a command: an account with the epoch of its session; or the system itself. */
export type CommandIssuer = { account: string; epoch: number } | { system: Actor }

/** `now` is when the command reached the ledger, ISO 8601 in UTC. */
interface CommandBase {
  by: CommandIssuer
  now: string
}

/** The fields of an entry that a person fills in. `paise` is above 0. */
export type EntryDetails = { paise: number; date: string } & EntryFieldInput

export type MoneyCommand =
  | (CommandBase & {
      type: 'RecordExpense'
      transaction: string
      beneficiary: string
      details: EntryDetails
      bills?: Bill[]
    })
  | (CommandBase & { type: 'SendMoney'; transaction: string; to: string; details: EntryDetails; bills?: Bill[] })
  | (CommandBase & { type: 'TransferMoney'; transaction: string; to: string; details: EntryDetails })
  | (CommandBase & EditTransactionCommand)
  | (CommandBase & DeleteTransactionCommand)

/** A row is one side of a transaction as a list shows it: a transfer has two, every other entry one. */
export interface TransactionSide {
  transaction: string
  side: 'own' | 'incoming'
}

/** Where a change comes from: a field user changes own expenses, head office changes credits and transfers (§6). */
export type EditingDesk = 'field' | 'head_office'

/** The fields that an edit changes; a field that is left out stays. */
export type EntryChanges = { [Field in keyof EntryDetails]?: EntryDetails[Field] | undefined } & {
  beneficiary?: string | undefined
  bills?: Bill[] | undefined
}

export interface EditTransactionCommand {
  type: 'EditTransaction'
  row: TransactionSide
  desk: EditingDesk
  changes: EntryChanges
  /** Head office's reason, which the event keeps. */
  reason?: string | undefined
  /** `If-Match`: the revision that the person saw. */
  ifRevision?: number
}

export interface DeleteTransactionCommand {
  type: 'DeleteTransaction'
  row: TransactionSide
  desk: EditingDesk
  /** Head office's reason, which the event keeps. */
  reason?: string | undefined
  ifRevision?: number
}

/**
 * The site where a supervisor works. `site` is the inner id of an incharge; null for no site; left out, it stays.
 * `from` is the first day there; left out, today where the site changes.
 */
export interface AssignmentChange {
  site?: string | null | undefined
  from?: Day | undefined
}

/** The role that an account must have for a command to find it; `office`: any role of head office. */
export type CommandedRole = Role | 'office'

export type AccountCommand =
  | (CommandBase & {
      type: 'OpenAccount'
      account: string
      role: Role
      profile: AccountProfile
      /** `mobile:…` or `email:…`; refused while another account signs in with it. */
      signInName: string
      /** Only a supervisor has one. */
      assignment?: AssignmentChange | undefined
    })
  | (CommandBase & {
      type: 'EditAccount'
      account: string
      role: CommandedRole
      /** Another role, for an account of head office. */
      newRole?: OfficeRole | undefined
      profile: Partial<AccountProfile>
      newPassword: boolean
      /**
       * Whether there is a new mobile number or e-mail address, which the log does not contain but which is worth an
       * event.
       */
      newContact: boolean
      signInName?: string
      /** Only a supervisor has one. */
      assignment?: AssignmentChange | undefined
    })
  | (CommandBase & { type: 'SetAccountStatus'; account: string; role: Role; status: 'active' | 'disabled' })
  | (CommandBase & { type: 'SetPassword'; account: string; role: CommandedRole })
  | (CommandBase & { type: 'CloseAccount'; account: string; role: CommandedRole })

/** Returns whether a command may take the right of an admin away, so that its decision must know how many there are. */
export function mayRemoveAdmin(command: Command): boolean {
  if (command.type === 'CloseAccount') return command.role === 'office' || command.role === 'admin'
  return command.type === 'EditAccount' && command.newRole !== undefined && command.newRole !== 'admin'
}

/** `question` is the id of the question: a new one for `QueryEntry`. */
export type QuestionCommand =
  | (CommandBase & { type: 'QueryEntry'; row: TransactionSide; question: string; text: string })
  | (CommandBase & { type: 'AnswerQuestion'; row: TransactionSide; question: string; text: string; bills: Bill[] })
  | (CommandBase & { type: 'CloseQuestion'; row: TransactionSide; question: string })

export type AccessCommand =
  | (CommandBase & { type: 'RevealPassword'; account: string; role: Role })
  | (CommandBase & { type: 'SignIn'; via: 'password' | 'openid' })
  | (CommandBase & { type: 'RefuseSignIn'; account: string | undefined; name: string; reason: string })
  | (CommandBase & { type: 'EraseBill'; bill: string; reason: string })
  | (CommandBase & { type: 'ExportReport'; report: string; format: string; rows: number })
  /** `noted` are the settings that the log recorded last. */
  | (CommandBase & { type: 'NoteSettings'; noted: InstallationSettings | null; settings: InstallationSettings })

/** The limits and reviews of the office for its worklists. */
export type WorklistCommand =
  | (CommandBase & { type: 'SetOfficeLimits'; limits: OfficeLimits })
  | (CommandBase & { type: 'SetAlertLevel'; account: string; paise: number | null })
  | (CommandBase & {
      type: 'ReviewEntry'
      row: TransactionSide
      as: ReviewKind
      reason: string | null
      /** `If-Match`: the revision that the person looked at. */
      ifRevision?: number
    })

/** The limits of the lists for tax from a day on, and the details of a beneficiary. */
export type TaxCommand =
  | (CommandBase & { type: 'SetTaxLimits'; from: Day; limits: TaxLimits })
  /** `beneficiary` is an id; `isChanged` tells whether other details are stored. */
  | (CommandBase & {
      type: 'ChangeBeneficiaryDetails'
      beneficiary: string
      masked: MaskedDetails
      isChanged: boolean
    })

/** Closing the books up to a day, and taking that back. Only an admin reopens (access/route-policy.ts). */
export type ClosingCommand =
  | (CommandBase & { type: 'CloseBooks'; upTo: Day })
  | (CommandBase & { type: 'ReopenBooks'; upTo: Day; reason: string })
  /** `closing` is the position of the closing that the ledger has folded. */
  | (CommandBase & { type: 'SealBooks'; seal: EventData<'BooksSealed'> })

/** A change of the spellings of a beneficiary. Any id of a group stands for the group. */
export type BeneficiaryChange =
  | { type: 'RenameBeneficiary'; beneficiary: string; name: string }
  | { type: 'MergeBeneficiaries'; from: readonly string[]; into: string }
  | { type: 'UnmergeBeneficiary'; beneficiary: string }
type BeneficiaryCommand = CommandBase & BeneficiaryChange

export function isBeneficiaryCommand(command: Command): command is BeneficiaryCommand {
  const { type } = command
  return type === 'RenameBeneficiary' || type === 'MergeBeneficiaries' || type === 'UnmergeBeneficiary'
}

/**
 * A count of the cash in hand of the account that sends it. `expectedPaise` is what the ledger had at the position
 * `comparedAt`. The read model has that figure: the state of an account has no sums by payment mode, and a sum of each
 * would be one more figure for every expense to move.
 */
export type CashCountCommand = CommandBase & {
  type: 'CountCash'
  countedPaise: number
  expectedPaise: number
  comparedAt: number
}

/** The receiver of a transfer says that it has come. */
export type AcknowledgeTransferCommand = CommandBase & {
  type: 'AcknowledgeTransfer'
  row: TransactionSide
  /** `If-Match`: the revision that the person saw. */
  ifRevision?: number
}
/** The list of purposes, and budgets for them. */
export type PurposeCommand =
  | (CommandBase & {
      type: 'SetPurposes'
      purposes: readonly ListedPurpose[]
      /** `If-Match`: the revision of the list that the person saw. */
      ifRevision?: number
    })
  /** `site` is the inner id of an incharge; `month` null is the whole time; `paise` null takes the budget away. */
  | (CommandBase & { type: 'SetBudget'; site: string; purpose: string; month: string | null; paise: number | null })
/** A line of the map to Tally as the office sets it; null takes its choice back. */
export interface TallyLineChange {
  kind: TallyLineKind
  id: string
  /** The thing that it is a line of, as people read it. */
  name: string
  target: TallyTarget | null
}

/** The map to Tally, and the files that are made for it. No line occurs twice. */
export type TallyCommand =
  | (CommandBase & { type: 'ChangeTallyMap'; lines: TallyLineChange[]; useDefaults?: boolean | undefined })
  | (CommandBase & { type: 'ExportToTally'; file: EventData<'TallyExported'> })
