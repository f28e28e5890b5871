import type { Bill } from '@ledger/contracts/bills.ts'
import type { Actor, Profile, Settings } from '@ledger/contracts/events.ts'
import type { PaymentMode } from '@ledger/contracts/payment-modes.ts'
import type { Role } from '@ledger/contracts/roles.ts'

/** A request to change the ledger. Ids, time and the looked-up facts are part of it; a decision does no I/O. */
export type Command = MoneyCommand | AccountCommand | AccessCommand

/** The origin of a command: an account with the epoch of its session; or the system itself. */
export type Asker = { account: string; epoch: number } | { system: Actor }

/** `now` is when the command reached the ledger, ISO 8601 in UTC. */
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

/** A row is one side of a transaction as a list shows it: a transfer has two, every other entry one. */
export interface Row {
  transaction: string
  side: 'own' | 'incoming'
}

/** Where a change comes from: a field user changes own expenses, head office changes credits and transfers (§6). */
export type Desk = 'field' | 'head_office'

/** The fields that an edit changes; a field that is left out stays. */
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
      /**
       * Whether there is a new mobile number or e-mail address, which the log does not contain but which is worth an
       * event.
       */
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
  /** `noted` are the settings that the log recorded last. */
  | (Asked & { type: 'NoteSettings'; noted: Settings | null; settings: Settings })
