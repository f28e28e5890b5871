import { dayOf } from '@ledger/contracts/dates.ts'
import type { NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import { OFFICE_ROLES } from '@ledger/contracts/roles.ts'
import type { DecisionState } from '../account-and-transaction-states.ts'
import { type AccountState, partyOf } from '../account-and-transaction-states.ts'
import type { AccountCommand, CommandedRole } from '../commands.ts'
import { type AcceptedDecision, accept, type RefusedDecision, refuse } from '../decision.ts'
import { decideAssignment } from './decide-assignment.ts'

/**
 * Decides the commands of §6: the admin opens, edits, disables, enables and closes accounts. A company keeps an admin
 * who can sign in: no command removes the last one.
 */
export function decideAccount(state: DecisionState, command: AccountCommand): AcceptedDecision | RefusedDecision {
  if (command.type === 'OpenAccount') return decideOpening(state, command)
  const account = state.account(command.account)
  if (!account || !hasRole(account, command.role) || account.status === 'closed') return refuse('not_found')
  switch (command.type) {
    case 'EditAccount':
      return decideAccountEdit(state, command, account)
    case 'SetAccountStatus': {
      if (command.status === account.status) return accept()
      const type = command.status === 'active' ? 'AccountEnabled' : 'AccountDisabled'
      return accept({ type, data: { account: partyOf(account) } })
    }
    case 'SetPassword':
      return accept({ type: 'PasswordSet', data: { account: partyOf(account) } })
    case 'CloseAccount':
      if (isLastAdmin(state, account)) return refuse('last_admin')
      return accept({ type: 'AccountClosed', data: { account: partyOf(account) } })
  }
}

function hasRole({ role }: AccountState, wanted: CommandedRole): boolean {
  return wanted === 'office' ? OFFICE_ROLES.includes(role) : role === wanted
}

function isLastAdmin(state: DecisionState, { role, status }: AccountState): boolean {
  return role === 'admin' && status === 'active' && state.adminCount() === 1
}

function decideOpening(
  state: DecisionState,
  command: Extract<AccountCommand, { type: 'OpenAccount' }>,
): AcceptedDecision | RefusedDecision {
  if (state.signInName(command.signInName) !== undefined) return refuse(signInNameInUse(command.signInName))
  const { account, role, profile } = command
  const assigned = assignmentOf(state, command, { id: account, role, profile })
  if ('refused' in assigned) return assigned
  return accept(
    { type: 'AccountOpened', data: { account, role, profile } },
    { type: 'PasswordSet', data: { account: partyOf({ id: account, role, profile }) } },
    ...assigned.events,
  )
}

function decideAccountEdit(
  state: DecisionState,
  command: Extract<AccountCommand, { type: 'EditAccount' }>,
  account: AccountState,
): AcceptedDecision | RefusedDecision {
  const { signInName, newPassword, newRole } = command
  if (signInName !== undefined) {
    const holder = state.signInName(signInName)
    if (holder !== undefined && holder !== account.id) return refuse(signInNameInUse(signInName))
  }
  const changesRole = newRole !== undefined && newRole !== account.role
  if (changesRole && !OFFICE_ROLES.includes(account.role)) return refuse('not_found')
  if (changesRole && isLastAdmin(state, account)) return refuse('last_admin')
  const after = { ...account.profile, ...command.profile }
  const unchanged = JSON.stringify(after) === JSON.stringify(account.profile)
  const edited = { type: 'AccountEdited', data: { account: account.id, before: account.profile, after } } as const
  const party = partyOf({ ...account, profile: after })
  const events: NewEvent[] = []
  if (!unchanged || newPassword || command.newContact) events.push(edited)
  if (changesRole) events.push({ type: 'AccountRoleChanged', data: { account: party, newRole } })
  if (newPassword) {
    const role = changesRole ? newRole : account.role
    events.push({ type: 'PasswordSet', data: { account: { ...party, role } } })
  }
  const assigned = assignmentOf(state, command, { ...account, profile: after })
  return 'refused' in assigned ? assigned : accept(...events, ...assigned.events)
}

/** Returns the assignment that a command makes or changes. Only a supervisor has one. */
function assignmentOf(
  state: DecisionState,
  { assignment, now }: Extract<AccountCommand, { type: 'OpenAccount' | 'EditAccount' }>,
  account: Pick<AccountState, 'id' | 'role' | 'profile' | 'assignment'>,
): AcceptedDecision | RefusedDecision {
  if (assignment === undefined || account.role !== 'supervisor') return accept()
  return decideAssignment(state, account, assignment, dayOf(now))
}

const signInNameInUse = (signInName: string) => (signInName.startsWith('email:') ? 'email_in_use' : 'mobile_in_use')
