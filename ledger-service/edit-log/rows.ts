import type { EditLogAction, EditLogRow, SubjectKind } from '@ledger/contracts/audit.ts'
import { type EditLogField, SUBJECT_WORDS } from '@ledger/contracts/edit-log-words.ts'
import {
  billsOf,
  type Entry,
  type EventType,
  type LedgerEvent,
  type Party,
  type Profile,
} from '@ledger/contracts/events.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import type { Role } from '@ledger/contracts/roles.ts'
import { nameOf } from '../domain/state.ts'
import { shortBill } from './values.ts'

type Field = EditLogRow['fields'][number]
/** The details of a change in an event; the action follows from the event's type. */
interface Told extends Pick<EditLogRow, 'subjectId' | 'site' | 'fields' | 'amount' | 'bills'> {
  kind: SubjectKind
  name: string
}

/** The effect of each event type on the books; null for sign-ins, looks and exports. */
const ACTIONS = {
  CreditRecorded: 'created',
  DebitRecorded: 'created',
  TransferRecorded: 'created',
  TransactionEdited: 'changed',
  TransactionDeleted: 'deleted',
  AccountOpened: 'created',
  AccountEdited: 'changed',
  AccountDisabled: 'changed',
  AccountEnabled: 'changed',
  AccountClosed: 'deleted',
  PasswordSet: 'changed',
  PasswordRevealed: null,
  SignedIn: null,
  SignInRefused: null,
  BillErased: 'deleted',
  ReportExported: null,
  SettingsChanged: null,
} as const satisfies Record<EventType, EditLogAction | null>

type ToldType = { [T in EventType]: (typeof ACTIONS)[T] extends EditLogAction ? T : never }[EventType]
type ToldEvent = Extract<LedgerEvent, { type: ToldType }>
const TYPES = Object.keys(ACTIONS) as EventType[]

/** Returns the event types that are lines of the edit log, all or those of some actions. */
export function typesOf(actions: readonly EditLogAction[] | undefined): EventType[] {
  return TYPES.filter((type) => {
    const action = ACTIONS[type]
    return action !== null && (actions?.includes(action) ?? true)
  })
}

const isTold = (event: LedgerEvent): event is ToldEvent => ACTIONS[event.type] !== null

/** Returns an event as a line of the edit log; undefined for one that does not change the books. */
export function editLogRowOf(event: LedgerEvent): EditLogRow | undefined {
  if (!isTold(event)) return undefined
  const { position, recordedAt, actor, meta } = event
  const { kind, name, ...told } = tell(event)
  const subject = { subject: SUBJECT_WORDS.en[kind](name), subjectKind: kind, subjectName: name }
  return { position, recordedAt, action: ACTIONS[event.type], ...subject, actor, from: meta.ip ?? null, ...told }
}

function tell(event: ToldEvent): Told {
  switch (event.type) {
    case 'CreditRecorded':
    case 'DebitRecorded':
    case 'TransferRecorded':
      return money(event.data.transaction, undefined, event.data.entry)
    case 'TransactionEdited':
      return money(event.data.transaction, event.data.before, event.data.after)
    case 'TransactionDeleted':
      return money(event.data.transaction, event.data.before, undefined)
    case 'AccountOpened':
      return person(event.data.role, event.data.account, undefined, event.data.profile)
    case 'AccountEdited':
      return person('account', event.data.account, event.data.before, event.data.after)
    case 'AccountDisabled':
      return state(event.data.account, { field: 'status', before: 'active', after: 'disabled' })
    case 'AccountEnabled':
      return state(event.data.account, { field: 'status', before: 'disabled', after: 'active' })
    case 'AccountClosed':
      return state(event.data.account, { field: 'status', before: 'open', after: 'closed' })
    case 'PasswordSet':
      // The log records that a password was set, never the password itself.
      return state(event.data.account, { field: 'password', before: null, after: '(set)' })
    case 'BillErased': {
      const { bill, reason } = event.data
      const fields: Field[] = [{ field: 'reason', before: null, after: reason }]
      return { kind: 'bill', name: shortBill(bill), subjectId: bill, site: null, fields, ...NO_MONEY }
    }
  }
}

function money(id: string, before: Entry | undefined, after: Entry | undefined): Told {
  const entry = after ?? before
  if (!entry) throw new TypeError('An event of an entry holds none')
  const fields = differences(before && entryFields(before), after && entryFields(after))
  const { kind, account, paise } = entry
  const bills = billsOf(entry).map((bill) => bill.id)
  return { kind, name: account.name, subjectId: id, site: account.site, fields, amount: formatAmount(paise), bills }
}

/** The money of an event that is not about an entry. */
const NO_MONEY = { amount: null, bills: [] }

type Values = Partial<Record<EditLogField, string>>

function entryFields(entry: Entry): Values {
  const { paise, date, purpose, paymentMode, narration } = entry
  const party =
    entry.kind === 'debit'
      ? { 'paid to': entry.beneficiary.name }
      : entry.kind === 'transfer'
        ? { to: entry.counterparty.name }
        : {}
  const bills = billsOf(entry).map(({ id }) => shortBill(id))
  const attached = bills.length === 0 ? {} : { bills: bills.join(', ') }
  return { amount: formatAmount(paise), date, ...party, purpose, 'payment mode': paymentMode, narration, ...attached }
}

function person(kind: Role | 'account', id: string, before: Profile | undefined, after: Profile): Told {
  const fields = differences(before && profileFields(before), profileFields(after))
  return { kind, name: nameOf(after), subjectId: id, site: after.site, fields, ...NO_MONEY }
}

function profileFields(profile: Profile): Values {
  return { name: nameOf(profile), site: profile.site ?? '', mobile: profile.mobile ?? '' }
}

function state({ id, role, name, site }: Party, field: Field): Told {
  return { kind: role, name, subjectId: id, site, fields: [field], ...NO_MONEY }
}

/** Returns every field of a created or deleted entry; of a change those that differ. */
function differences(before: Values | undefined, after: Values | undefined): Field[] {
  const names = Object.keys({ ...before, ...after }) as EditLogField[]
  const fields = names.map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
  return before && after ? fields.filter((field) => field.before !== field.after) : fields
}
