import type { Actor } from '@ledger/contracts/events/event-schemas.ts'
import type { InstallationSettings } from '@ledger/contracts/events/setting-schemas.ts'
import type { DecisionState } from './account-and-transaction-states.ts'
import { partyOf } from './account-and-transaction-states.ts'
import type { AccessCommand } from './commands.ts'
import { type AcceptedDecision, accept, type RefusedDecision, refuse } from './decision.ts'

/**
 * Decides sign-ins, refused sign-ins, shown passwords, erased bills and exports: they are events, too, because an
 * auditor asks for them.
 */
export function decideAuditRecord(
  state: DecisionState,
  command: AccessCommand,
  actor: Actor,
): AcceptedDecision | RefusedDecision {
  switch (command.type) {
    case 'RevealPassword': {
      const account = state.account(command.account)
      if (!account || account.role !== command.role || account.status === 'closed') return refuse('not_found')
      return accept({ type: 'PasswordRevealed', data: { account: partyOf(account) } })
    }
    case 'SignIn': {
      const account = state.account(actor.id)
      if (!account) return refuse('unauthorized')
      return accept({ type: 'SignedIn', data: { account: partyOf(account), via: command.via } })
    }
    case 'RefuseSignIn': {
      const account = command.account === undefined ? undefined : state.account(command.account)
      const { name, reason } = command
      return accept({ type: 'SignInRefused', data: { account: account ? partyOf(account) : null, name, reason } })
    }
    case 'EraseBill': {
      const { bill, reason } = command
      return accept({ type: 'BillErased', data: { bill, reason } })
    }
    case 'ExportReport': {
      const { report, format, rows } = command
      return accept({ type: 'ReportExported', data: { report, format, rows } })
    }
    case 'NoteSettings': {
      const { noted: before, settings: after } = command
      return before && areSameSettings(before, after)
        ? accept()
        : accept({ type: 'SettingsChanged', data: { before, after } })
    }
  }
}

/** Returns whether the settings are equal that decide who can sign in and what can be proved. */
export function areSameSettings(one: InstallationSettings, other: InstallationSettings): boolean {
  return (
    one.publicOrigin === other.publicOrigin &&
    one.passwordReveal === other.passwordReveal &&
    one.signInLimit === other.signInLimit &&
    one.checkpointKey === other.checkpointKey &&
    one.openid?.issuer === other.openid?.issuer &&
    one.openid?.clientId === other.openid?.clientId
  )
}
