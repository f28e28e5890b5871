import type { AsOf } from '@ledger/contracts/audit.ts'
import { HEAD_OFFICE, type LedgerEvent } from '@ledger/contracts/events.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { unseal } from '@ledger/migrations/stored-event.ts'
import type { Database } from '@ledger/migrations/tables.ts'
import type { Kysely } from 'kysely'
import { nameOf } from '../domain/state.ts'
import { sealedEvents } from '../event-store/rows.ts'

/** A moment of the log: up to a position, or up to a time at which the ledger recorded (ISO 8601 in UTC). */
export type Moment = { position: number } | { at: string }

interface Account {
  name: string
  kind: AsOf['accounts'][number]['kind']
  receivedPaise: number
  spentPaise: number
}

/** All balances and the trial balance as they were at a moment, replayed from the first event. */
export async function asOf(db: Kysely<Database>, companyId: string, moment: Moment): Promise<AsOf> {
  const accounts = new Map<string, Account>()
  let last = { position: 0, recordedAt: '' }
  const upTo = 'position' in moment ? { upTo: moment.position } : {}
  replay: for await (const page of sealedEvents(db, companyId, upTo)) {
    for (const row of page) {
      if ('at' in moment && row.recordedAt > moment.at) break replay
      take(accounts, unseal(row))
      last = row
    }
  }
  const rows = [...accounts].map(([id, account]) => ({
    account: id,
    name: account.name,
    kind: account.kind,
    received: formatAmount(account.receivedPaise),
    spent: formatAmount(account.spentPaise),
    balance: formatAmount(account.receivedPaise - account.spentPaise),
  }))
  const received = sum(accounts, 'receivedPaise')
  const spent = sum(accounts, 'spentPaise')
  return {
    position: last.position,
    recordedAt: last.recordedAt || null,
    accounts: rows.sort((a, b) => order(a.kind) - order(b.kind) || a.name.localeCompare(b.name)),
    trialBalance: {
      received: formatAmount(received),
      spent: formatAmount(spent),
      difference: formatAmount(received - spent),
    },
  }
}

const KINDS: Account['kind'][] = ['head_office', 'site_incharge', 'supervisor', 'beneficiary']
const order = (kind: Account['kind']) => KINDS.indexOf(kind)

function sum(accounts: Map<string, Account>, side: 'receivedPaise' | 'spentPaise'): number {
  let total = 0
  for (const account of accounts.values()) total += account[side]
  return total
}

function take(accounts: Map<string, Account>, event: LedgerEvent): void {
  if (event.type === 'AccountOpened' || event.type === 'AccountEdited') rename(accounts, event)
  if (!('postings' in event.data)) return
  const entry = 'entry' in event.data ? event.data.entry : 'after' in event.data ? event.data.after : undefined
  const payee = entry?.kind === 'debit' ? entry.beneficiary.name : ''
  for (const { account, side, paise } of event.data.postings) {
    const held = accounts.get(account) ?? opened(account, payee)
    if (side === 'received') held.receivedPaise += paise
    else held.spentPaise += paise
    accounts.set(account, held)
  }
}

/** People are opened by an event of their own; head office and beneficiaries by the first money that names them. */
function opened(account: string, payee: string): Account {
  const isHeadOffice = account === HEAD_OFFICE
  const kind = isHeadOffice ? 'head_office' : 'beneficiary'
  return { name: isHeadOffice ? 'Head Office' : payee, kind, receivedPaise: 0, spentPaise: 0 }
}

function rename(
  accounts: Map<string, Account>,
  event: Extract<LedgerEvent, { type: 'AccountOpened' | 'AccountEdited' }>,
): void {
  const { account } = event.data
  const held = accounts.get(account)
  if (held) held.name = nameOf(event.type === 'AccountEdited' ? event.data.after : event.data.profile)
  if (event.type !== 'AccountOpened') return
  const { role, profile } = event.data
  if (role !== 'site_incharge' && role !== 'supervisor') return
  accounts.set(account, { name: nameOf(profile), kind: role, receivedPaise: 0, spentPaise: 0 })
}
