import type { Bill } from '@ledger/contracts/bills.ts'
import type { Actor, Profile, Settings } from '@ledger/contracts/events.ts'
import type { PaymentMode } from '@ledger/contracts/payment-modes.ts'
import type { Role } from '@ledger/contracts/roles.ts'

/** What somebody asks the ledger to do. Ids, time and the looked-up facts come with it; a decision does no I/O. */
export type Command = MoneyCommand | AccountCommand | AccessCommand

/** Who asks: an account and the epoch of the session that it asks in; or the system itself. */
export type Asker = { account: string; epoch: number } | { system: Actor }

/** `now` is when the ledger was asked, ISO 8601 in UTC. */
interface Asked {
  by: Asker
  now: string
}

/** The fields of an entry that a person fills in. `paise` is above 0. */
export interface Details {
  paise: number
  date: string
  purpose: string
  paymentMode: PaymentMode
  narration: string
}

export type MoneyCommand =
  | (Asked & { type: 'RecordExpense'; transaction: string; beneficiary: string; details: Details; bills?: Bill[] })
  | (Asked & { type: 'SendMoney'; transaction: string; to: string; details: Details; bills?: Bill[] })
  | (Asked & { type: 'TransferMoney'; transaction: string; to: string; details: Details })
  | (Asked & EditTransaction)
  | (Asked & DeleteTransaction)

/** A row is one side of a transaction as a list shows it: a transfer has two, everything else one. */
export interface Row {
  transaction: string
  side: 'own' | 'incoming'
}

/** Where a change comes from: a field user changes own expenses, head office changes credits and transfers (§6). */
export type Desk = 'field' | 'head_office'

/** What an edit changes; what is left out stays. */
export type Changes = { [Field in keyof Details]?: Details[Field] | undefined } & {
  beneficiary?: string | undefined
  bills?: Bill[] | undefined
}

export interface EditTransaction {
  type: 'EditTransaction'
  row: Row
  desk: Desk
  changes: Changes
  /** `If-Match`: the revision that the person saw. */
  ifRevision?: number
}

export interface DeleteTransaction {
  type: 'DeleteTransaction'
  row: Row
  desk: Desk
  ifRevision?: number
}

export type AccountCommand =
  | (Asked & {
      type: 'OpenAccount'
      account: string
      role: Role
      profile: Profile
      /** `mobile:…` or `email:…`; refused while another account signs in with it. */
      signInName: string
    })
  | (Asked & {
      type: 'EditAccount'
      account: string
      role: Role
      profile: Partial<Profile>
      newPassword: boolean
      /** A new mobile number or e-mail address, which is no history but worth an event. */
      newContact: boolean
      signInName?: string
    })
  | (Asked & { type: 'SetAccountStatus'; account: string; role: Role; status: 'active' | 'disabled' })
  | (Asked & { type: 'CloseAccount'; account: string; role: Role })

export type AccessCommand =
  | (Asked & { type: 'RevealPassword'; account: string; role: Role })
  | (Asked & { type: 'SignIn'; via: 'password' | 'openid' })
  | (Asked & { type: 'RefuseSignIn'; account: string | undefined; name: string; reason: string })
  | (Asked & { type: 'EraseBill'; bill: string; reason: string })
  | (Asked & { type: 'ExportReport'; report: string; format: string; rows: number })
  /** `noted` is what the log says of them last. */
  | (Asked & { type: 'NoteSettings'; noted: Settings | null; settings: Settings })
