import {
  type Actor,
  type Entry,
  type NewEvent,
  type Party,
  SYSTEM_ACTOR,
} from '@ledger/contracts/events/event-schemas.ts'
import type { Role } from '@ledger/contracts/roles.ts'
import type { CommandIssuer, EntryDetails } from '@ledger/ledger-service/domain/commands.ts'
import { postingsOf } from '@ledger/ledger-service/domain/money/postings.ts'

/** The people and the money of the domain's tests. */

export const SAMPLE_TIME = '2026-04-01T06:30:00.000Z'
export const sampleUuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`

export const samplePerson = (n: number, role: Role, name: string, site: string | null): Party => ({
  id: sampleUuid(n),
  role,
  name,
  site,
})
export const MEERA = samplePerson(1, 'admin', 'Meera', null)
export const ASHA = samplePerson(2, 'site_incharge', 'Asha Rao', 'Pune Bypass')
export const BALA = samplePerson(3, 'site_incharge', 'Bala Iyer', 'Salem Solar')
export const RAVI = samplePerson(4, 'supervisor', 'Ravi Kumar', null)
export const SONU = samplePerson(5, 'supervisor', 'Sonu Das', null)

/** Returns an account as it is opened: active, epoch 0, nothing received and nothing spent. */
export function accountOpened({ id, role, name, site }: Party): NewEvent {
  const [firstName = '', ...rest] = name.split(' ')
  const profile = { firstName, lastName: rest.join(' '), site, mobile: '98xxxxxx10' }
  return { type: 'AccountOpened', data: { account: id, role, profile } }
}
export const everyAccountOpened = [MEERA, ASHA, BALA, RAVI, SONU].map(accountOpened)

export const accountDisabled = (account: Party): NewEvent => ({ type: 'AccountDisabled', data: { account } })
export const accountEnabled = (account: Party): NewEvent => ({ type: 'AccountEnabled', data: { account } })
export const accountClosed = (account: Party): NewEvent => ({ type: 'AccountClosed', data: { account } })
export const passwordSet = (account: Party): NewEvent => ({ type: 'PasswordSet', data: { account } })

/** The issuer of a command: an account in its first epoch unless given otherwise. */
export const askedByAccount = ({ id }: Party, epoch = 0): { by: CommandIssuer; now: string } => ({
  by: { account: id, epoch },
  now: SAMPLE_TIME,
})
export const askedBySystem: { by: CommandIssuer; now: string } = { by: { system: SYSTEM_ACTOR }, now: SAMPLE_TIME }
export const sampleActor = ({ id, role, name }: Party): Actor => ({ id, role, name })

export const entryDetails = (paise: number, rest: Partial<EntryDetails> = {}) => ({
  paise,
  date: SAMPLE_TIME,
  purpose: 'Cement',
  paymentMode: 'cash' as const,
  narration: '20 bags',
  ...rest,
  reference: rest.reference ?? null,
})

export const SAMPLE_BENEFICIARY = { id: 'b:sharma traders', name: 'Sharma Traders' }
export const OTHER_SAMPLE_BENEFICIARY = { id: 'b:gupta steel', name: 'Gupta Steel' }

type EntryOf<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>
export const sampleCredit = (account: Party, paise: number, rest: Partial<EntryDetails> = {}): EntryOf<'credit'> => ({
  kind: 'credit',
  account,
  ...entryDetails(paise, rest),
  bills: [],
})
export const sampleDebit = (
  account: Party,
  paise: number,
  beneficiary = SAMPLE_BENEFICIARY,
  rest: Partial<EntryDetails> = {},
): EntryOf<'debit'> => ({
  kind: 'debit',
  account,
  beneficiary,
  ...entryDetails(paise, rest),
  bills: [],
})
export const sampleTransfer = (
  account: Party,
  counterparty: Party,
  paise: number,
  rest: Partial<EntryDetails> = {},
): EntryOf<'transfer'> => ({ kind: 'transfer', account, counterparty, ...entryDetails(paise, rest) })

/** Returns the event that records an entry as a transaction. */
export function transactionRecorded(transaction: string, entry: Entry): NewEvent {
  const [postings, { date }] = [postingsOf(entry), entry]
  switch (entry.kind) {
    case 'credit':
      return { type: 'CreditRecorded', date, data: { transaction, entry, postings } }
    case 'debit':
      return { type: 'DebitRecorded', date, data: { transaction, entry, postings } }
    case 'transfer':
      return { type: 'TransferRecorded', date, data: { transaction, entry, postings } }
  }
}
