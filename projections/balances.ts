import type { EventType, LedgerEvent } from '@ledger/contracts/events.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import type { Balance } from '@ledger/contracts/shapes.ts'
import { askedTogether, byCompany, inColumns, type OfCompany } from '@ledger/database/asked-together.ts'
import { plannedOnce } from '@ledger/database/planned-once.ts'
import type { Database, RowOf } from '@ledger/database/tables.ts'
import { type Kysely, sql } from 'kysely'
import { CannotTake, type ReadModel } from './projection.ts'
import { readTable, type Writer } from './read-table.ts'

/** What every account received and spent: people, head office and beneficiaries. Folds of postings and of nothing else. */
export const balances: ReadModel = { tables: ['balances'], apply }

/** Passed over for want of postings, they would be missing in every balance, silently. */
const MOVES_MONEY: ReadonlySet<EventType> = new Set([
  'CreditRecorded',
  'DebitRecorded',
  'TransferRecorded',
  'TransactionEdited',
  'TransactionDeleted',
] as const)

interface Change {
  received: number
  spent: number
  credits: number
  debits: number
}

async function apply(into: Writer, events: LedgerEvent[]): Promise<void> {
  const moved = new Map<string, RowOf<'balances'>>()
  for (const [account_id, { received, spent, credits, debits }] of changesOf(events))
    moved.set(account_id, { account_id, received_paise: received, spent_paise: spent, credits, debits })
  await into.join(BALANCES, moved)
}

export const BALANCES = readTable(
  'balances',
  { account_id: 'text', received_paise: 'bigint', spent_paise: 'bigint', credits: 'integer', debits: 'integer' },
  ['account_id'],
  { received_paise: 'sum', spent_paise: 'sum', credits: 'sum', debits: 'sum' },
)

/** The sums of a page, by account. An account that a page opens is there with zeros: its balance is 0, not missing. */
export function changesOf(events: LedgerEvent[]): Map<string, Change> {
  const changes = new Map<string, Change>()
  const of = (account: string): Change => {
    const change = changes.get(account) ?? { received: 0, spent: 0, credits: 0, debits: 0 }
    changes.set(account, change)
    return change
  }
  for (const event of events) {
    if (event.type === 'AccountOpened') of(event.data.account)
    if (!('postings' in event.data)) {
      if (MOVES_MONEY.has(event.type)) throw new CannotTake(`${event.type} at ${event.position} has no postings`)
      continue
    }
    const entries = event.type === 'TransactionEdited' ? 0 : event.type === 'TransactionDeleted' ? -1 : 1
    for (const { account, side, paise } of event.data.postings) {
      const change = of(account)
      if (side === 'received') {
        change.received += paise
        change.credits += entries
      } else {
        change.spent += paise
        change.debits += entries
      }
    }
    if (event.type === 'TransactionEdited') movePayee(event.data.before, event.data.after, of)
  }
  return changes
}

type Edited = Extract<LedgerEvent, { type: 'TransactionEdited' }>['data']

/** An expense that is now said to have gone to another beneficiary counts there. */
function movePayee(before: Edited['before'], after: Edited['after'], of: (account: string) => Change): void {
  if (before.kind !== 'debit' || after.kind !== 'debit' || before.beneficiary.id === after.beneficiary.id) return
  of(before.beneficiary.id).credits -= 1
  of(after.beneficiary.id).credits += 1
}

/** The balance of an account by its inner id; zeros for one that no event has named. */
export type BalanceOf = (accountId: string) => Promise<Balance>

/**
 * One for each process: all who ask at once are answered by one query.
 * @param mayJoin whether several companies may be in one query
 */
export function openBalances(db: Kysely<Database>, mayJoin: boolean): OfCompany<BalanceOf> {
  return askedTogether<string, Balance>(
    {
      async ofOne(companyId, accountIds) {
        const { rows } = await sql<Sums>`
      SELECT account_id, received_paise, spent_paise FROM balances
      WHERE company_id = ${companyId} AND account_id = ANY(${plannedOnce(accountIds)}::text[])`.execute(db)
        const found = new Map(rows.map((row) => [row.account_id, row]))
        return (accountId) => balanceOf(found.get(accountId))
      },
      async ofSeveral(asked) {
        const { companyIds, keys } = inColumns(asked)
        // A row by its key for each that is asked for, however small the table.
        const { rows } = await sql<Sums & { company_id: string }>`
          SELECT b.company_id, b.account_id, b.received_paise, b.spent_paise
          FROM unnest(${plannedOnce(companyIds)}::uuid[], ${plannedOnce(keys)}::text[]) AS asked (company_id, account_id)
          CROSS JOIN LATERAL (SELECT * FROM balances
            WHERE company_id = asked.company_id AND account_id = asked.account_id OFFSET 0) b`.execute(db)
        const found = byCompany(rows, (row) => row.account_id)
        return (companyId, accountId) => balanceOf(found(companyId, accountId))
      },
    },
    mayJoin,
  )
}

type Sums = Pick<RowOf<'balances'>, 'account_id' | 'received_paise' | 'spent_paise'>

const balanceOf = (sums: Sums | undefined) => toBalance(sums?.received_paise ?? 0, sums?.spent_paise ?? 0)

/** Paise as the API shows them: current balance = total received − total spent (§1). */
export function toBalance(receivedPaise: number, spentPaise: number): Balance {
  return {
    currentBalance: formatAmount(receivedPaise - spentPaise),
    totalReceived: formatAmount(receivedPaise),
    totalSpent: formatAmount(spentPaise),
  }
}
