import { type Entry, EVENT_DATA, type LedgerEvent, type Posting } from '@ledger/contracts/events.ts'
import { LIMITS, text } from '@ledger/contracts/text.ts'
import { differenceOf, postingsOf, reversalOf, trialBalance } from './postings.ts'
import { type AccountState, balanceOf, type TransactionState } from './state.ts'

/** The fold of the log up to an event. */
interface Before {
  account(id: string): AccountState | undefined
  transaction(id: string): TransactionState | undefined
}

const name = text('', LIMITS.name)
const siteName = text('', LIMITS.siteName)
const recipient = text('', LIMITS.recipient)

/**
 * Why no decision (decide.ts) can have made an event of a log that somebody brings, in words for a person; undefined where one can. It looks at what
 * every later sum and screen relies on: the shape of the event, names, postings, balances of transfers, and what an event changes. Limits that older versions
 * did not have, such as that of the total, are verify's to find.
 */
export function whyNotDecided(event: LedgerEvent, before: Before): string | undefined {
  const shape = EVENT_DATA[event.type]?.safeParse(event.data)
  if (!shape?.success) return `it is no ${event.type} that this ledger knows`
  return wrongNames(event) ?? wrongMoney(event, before) ?? wrongAccount(event, before)
}

function wrongNames({ type, data }: LedgerEvent): string | undefined {
  const profiles = type === 'AccountOpened' ? [data.profile] : type === 'AccountEdited' ? [data.before, data.after] : []
  const areNames = profiles.every(
    ({ firstName, lastName, site }) =>
      [firstName, lastName].every((each) => each === '' || isKept(name, each)) && (!site || isKept(siteName, site)),
  )
  if (!areNames) return 'it holds a name that the ledger does not take'
  const payees = entriesIn(data).flatMap((entry) => (entry.kind === 'debit' ? [entry.beneficiary.name] : []))
  return payees.every((payee) => isKept(recipient, payee)) ? undefined : 'it pays a name that the ledger does not take'
}

/** Whether a text is as the ledger keeps it, to the letter. */
function isKept(schema: typeof name, value: string): boolean {
  const read = schema.safeParse(value)
  return read.success && read.data === value
}

const entriesIn = (data: LedgerEvent['data']): Entry[] => [
  ...('entry' in data ? [data.entry] : []),
  ...('before' in data && data.before && 'kind' in data.before ? [data.before] : []),
  ...('after' in data && data.after && 'kind' in data.after ? [data.after] : []),
]

function wrongMoney(event: LedgerEvent, before: Before): string | undefined {
  const { data } = event
  if (!('postings' in data)) return undefined
  if (trialBalance(data.postings) !== 0) return 'its postings do not sum to zero'
  const known = before.transaction(data.transaction)
  if ('entry' in data) {
    if (known) return `the entry ${data.transaction} was recorded before`
    return isSame(data.postings, postingsOf(data.entry)) ? overdrawn(data.entry, data.entry.paise, before) : NOT_ITS
  }
  if (!known || known.deleted) return `it changes the entry ${data.transaction}, which is not there`
  if (data.revision !== known.revision + 1) return `it is revision ${data.revision}, after revision ${known.revision}`
  if (!isSame(data.before, known.entry)) return 'it changes another entry than the one that stood there'
  if (!('after' in data)) return isSame(data.postings, reversalOf(data.before)) ? undefined : NOT_ITS
  if (!isSame(data.postings, differenceOf(data.before, data.after))) return NOT_ITS
  return overdrawn(data.after, data.after.paise - data.before.paise, before)
}

const NOT_ITS = 'its postings are not those of its entry'

/** An expense may exceed the balance, a transfer may not. */
function overdrawn(entry: Entry, addedPaise: number, before: Before): string | undefined {
  if (entry.kind !== 'transfer' || addedPaise <= 0) return undefined
  const sender = before.account(entry.account.id)
  return sender && addedPaise <= balanceOf(sender) ? undefined : 'it transfers more than its sender has'
}

function wrongAccount({ type, data }: LedgerEvent, before: Before): string | undefined {
  switch (type) {
    case 'AccountOpened':
      return before.account(data.account) ? `the account ${data.account} was opened before` : undefined
    case 'AccountEdited':
      return closed(data.account, before)
    case 'AccountDisabled':
    case 'AccountEnabled':
    case 'AccountClosed':
    case 'PasswordSet':
      return closed(data.account.id, before)
    default:
      return undefined
  }
}

function closed(id: string, before: Before): string | undefined {
  const account = before.account(id)
  return account && account.status !== 'closed' ? undefined : `it changes the account ${id}, which is not open`
}

/** Whether two texts of JSON would be the same, whatever the order of their members. */
function isSame(a: Posting[] | Entry, b: Posting[] | Entry): boolean {
  return JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b))
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, inOrder(each)]),
  )
}
