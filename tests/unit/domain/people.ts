import { type Actor, type Entry, type NewEvent, type Party, SYSTEM } from '@ledger/contracts/events.ts'
import type { Role } from '@ledger/contracts/roles.ts'
import type { Asker, Details } from '@ledger/ledger-service/domain/commands.ts'
import { postingsOf } from '@ledger/ledger-service/domain/postings.ts'

/** The people and the money of the domain's tests. */

export const NOW = '2026-04-01T06:30:00.000Z'
export const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`

const person = (n: number, role: Role, name: string, site: string | null): Party => ({ id: uuid(n), role, name, site })
export const MEERA = person(1, 'admin', 'Meera', null)
export const ASHA = person(2, 'site_incharge', 'Asha Rao', 'Pune Bypass')
export const BALA = person(3, 'site_incharge', 'Bala Iyer', 'Salem Solar')
export const RAVI = person(4, 'supervisor', 'Ravi Kumar', null)
export const SONU = person(5, 'supervisor', 'Sonu Das', null)

/** An account as it opens: active, epoch 0, nothing received and nothing spent. */
export function opened({ id, role, name, site }: Party): NewEvent {
  const [firstName = '', ...rest] = name.split(' ')
  const profile = { firstName, lastName: rest.join(' '), site, mobile: '98xxxxxx10' }
  return { type: 'AccountOpened', data: { account: id, role, profile } }
}
export const everybody = [MEERA, ASHA, BALA, RAVI, SONU].map(opened)

export const disabled = (account: Party): NewEvent => ({ type: 'AccountDisabled', data: { account } })
export const enabled = (account: Party): NewEvent => ({ type: 'AccountEnabled', data: { account } })
export const closed = (account: Party): NewEvent => ({ type: 'AccountClosed', data: { account } })
export const passwordSet = (account: Party): NewEvent => ({ type: 'PasswordSet', data: { account } })

/** Who asks: an account in its first epoch unless said otherwise. */
export const by = ({ id }: Party, epoch = 0): { by: Asker; now: string } => ({ by: { account: id, epoch }, now: NOW })
export const bySystem: { by: Asker; now: string } = { by: { system: SYSTEM }, now: NOW }
export const actor = ({ id, role, name }: Party): Actor => ({ id, role, name })

export const details = (paise: number, rest: Partial<Details> = {}): Details => ({
  paise,
  date: NOW,
  purpose: 'Cement',
  paymentMode: 'cash',
  narration: '20 bags',
  ...rest,
})

export const PAYEE = { id: 'b:sharma traders', name: 'Sharma Traders' }
export const OTHER_PAYEE = { id: 'b:gupta steel', name: 'Gupta Steel' }

type EntryOf<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>
export const credit = (account: Party, paise: number, rest: Partial<Details> = {}): EntryOf<'credit'> => ({
  kind: 'credit',
  account,
  ...details(paise, rest),
  bills: [],
})
export const debit = (
  account: Party,
  paise: number,
  beneficiary = PAYEE,
  rest: Partial<Details> = {},
): EntryOf<'debit'> => ({
  kind: 'debit',
  account,
  beneficiary,
  ...details(paise, rest),
  bills: [],
})
export const transfer = (
  account: Party,
  counterparty: Party,
  paise: number,
  rest: Partial<Details> = {},
): EntryOf<'transfer'> => ({ kind: 'transfer', account, counterparty, ...details(paise, rest) })

/** The event that records an entry as a transaction. */
export function recorded(transaction: string, entry: Entry): NewEvent {
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
