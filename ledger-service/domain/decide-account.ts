import type { AccountCommand } from './commands.ts'
import { type AcceptedDecision, accept, type RefusedDecision, refuse } from './decision.ts'
import type { DecisionState } from './state.ts'
import { type AccountState, partyOf } from './state.ts'

/** Decides the commands of §6: the admin opens, edits, disables, enables and closes accounts. */
export function decideAccount(state: DecisionState, command: AccountCommand): AcceptedDecision | RefusedDecision {
  if (command.type === 'OpenAccount') return decideOpening(state, command)
  const account = state.account(command.account)
  if (!account || account.role !== command.role || account.status === 'closed') return refuse('not_found')
  switch (command.type) {
    case 'EditAccount':
      return decideAccountEdit(state, command, account)
    case 'SetAccountStatus': {
      if (command.status === account.status) return accept()
      const type = command.status === 'active' ? 'AccountEnabled' : 'AccountDisabled'
      return accept({ type, data: { account: partyOf(account) } })
    }
    case 'CloseAccount':
      return accept({ type: 'AccountClosed', data: { account: partyOf(account) } })
  }
}

function decideOpening(
  state: DecisionState,
  command: Extract<AccountCommand, { type: 'OpenAccount' }>,
): AcceptedDecision | RefusedDecision {
  if (state.signInName(command.signInName) !== undefined) return refuse(signInNameInUse(command.signInName))
  const { account, role, profile } = command
  return accept(
    { type: 'AccountOpened', data: { account, role, profile } },
    { type: 'PasswordSet', data: { account: partyOf({ id: account, role, profile }) } },
  )
}

function decideAccountEdit(
  state: DecisionState,
  command: Extract<AccountCommand, { type: 'EditAccount' }>,
  account: AccountState,
): AcceptedDecision | RefusedDecision {
  const { signInName, newPassword } = command
  if (signInName !== undefined) {
    const holder = state.signInName(signInName)
    if (holder !== undefined && holder !== account.id) return refuse(signInNameInUse(signInName))
  }
  const after = { ...account.profile, ...command.profile }
  const unchanged = JSON.stringify(after) === JSON.stringify(account.profile)
  if (unchanged && !newPassword && !command.newContact) return accept()
  const edited = { type: 'AccountEdited', data: { account: account.id, before: account.profile, after } } as const
  if (!newPassword) return accept(edited)
  return accept(edited, { type: 'PasswordSet', data: { account: partyOf({ ...account, profile: after }) } })
}

const signInNameInUse = (signInName: string) => (signInName.startsWith('email:') ? 'email_in_use' : 'mobile_in_use')
