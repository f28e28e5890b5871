import type { EditLogRow } from '@ledger/contracts/audit.ts'
import type { Entry, LedgerEvent, Profile } from '@ledger/contracts/events.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import type { Role } from '@ledger/contracts/roles.ts'
import { nameOf } from '../domain/state.ts'

type Field = EditLogRow['fields'][number]
type Told = Pick<EditLogRow, 'action' | 'subject' | 'subjectId' | 'fields' | 'amount'>

/** An event as a line of the edit log; undefined for one that changes no books (a sign-in, an export). */
export function editLogRowOf(event: LedgerEvent): EditLogRow | undefined {
  const told = tell(event)
  const { position, recordedAt, actor, meta } = event
  return told && { position, recordedAt, actor, from: meta.ip ?? null, ...told }
}

function tell(event: LedgerEvent): Told | undefined {
  switch (event.type) {
    case 'CreditRecorded':
    case 'DebitRecorded':
    case 'TransferRecorded':
      return money('created', event.data.transaction, undefined, event.data.entry)
    case 'TransactionEdited':
      return money('changed', event.data.transaction, event.data.before, event.data.after)
    case 'TransactionDeleted':
      return money('deleted', event.data.transaction, event.data.before, undefined)
    case 'AccountOpened':
      return person('created', event.data.role, event.data.account, undefined, event.data.profile)
    case 'AccountEdited':
      return person('changed', undefined, event.data.account, event.data.before, event.data.after)
    case 'AccountDisabled':
      return status(event.data.account, 'changed', 'active', 'disabled')
    case 'AccountEnabled':
      return status(event.data.account, 'changed', 'disabled', 'active')
    case 'AccountClosed':
      return status(event.data.account, 'deleted', 'open', 'closed')
    case 'PasswordSet': {
      const { account } = event.data
      // That it was set is history; what it is, is nowhere.
      const fields = [{ field: 'password', before: null, after: '(set)' }]
      return {
        action: 'changed',
        subject: `${ROLES[account.role]} ${account.name}`,
        subjectId: account.id,
        fields,
        amount: null,
      }
    }
    case 'PasswordRevealed':
    case 'SignedIn':
    case 'SignInRefused':
    case 'ReportExported':
    case 'SettingsChanged':
      return undefined
  }
}

const KINDS: Record<Entry['kind'], string> = { credit: 'Money sent to', debit: 'Expense of', transfer: 'Transfer of' }
const ROLES: Record<Role, string> = {
  admin: 'Admin',
  auditor: 'Auditor',
  site_incharge: 'Site incharge',
  supervisor: 'Supervisor',
}

function money(action: Told['action'], id: string, before: Entry | undefined, after: Entry | undefined): Told {
  const entry = after ?? before
  const fields = differences(before && entryFields(before), after && entryFields(after))
  const amount = entry ? formatAmount(entry.paise) : null
  return {
    action,
    subject: entry ? `${KINDS[entry.kind]} ${entry.account.name}` : id,
    subjectId: id,
    fields,
    amount,
  }
}

function entryFields(entry: Entry): Record<string, string> {
  const { paise, date, purpose, paymentMode, narration } = entry
  const party =
    entry.kind === 'debit'
      ? { 'paid to': entry.beneficiary.name }
      : entry.kind === 'transfer'
        ? { to: entry.counterparty.name }
        : {}
  return { amount: formatAmount(paise), date, ...party, purpose, 'payment mode': paymentMode, narration }
}

function person(
  action: Told['action'],
  role: Role | undefined,
  id: string,
  before: Profile | undefined,
  after: Profile,
): Told {
  const fields = differences(before && profileFields(before), profileFields(after))
  return { action, subject: `${role ? ROLES[role] : 'Account'} ${nameOf(after)}`, subjectId: id, fields, amount: null }
}

function profileFields(profile: Profile): Record<string, string> {
  return { name: nameOf(profile), site: profile.site ?? '', mobile: profile.mobile ?? '' }
}

function status(
  account: { id: string; role: Role; name: string },
  action: Told['action'],
  before: string,
  after: string,
): Told {
  const fields = [{ field: 'status', before, after }]
  return { action, subject: `${ROLES[account.role]} ${account.name}`, subjectId: account.id, fields, amount: null }
}

/** Every field of what was created or deleted; of a change those that differ. */
function differences(before: Record<string, string> | undefined, after: Record<string, string> | undefined): Field[] {
  const names = Object.keys({ ...before, ...after })
  const fields = names.map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
  return before && after ? fields.filter((field) => field.before !== field.after) : fields
}
