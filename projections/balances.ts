import type { EventType, LedgerEvent } from '@ledger/contracts/events.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import type { Balance } from '@ledger/contracts/shapes.ts'
import { askedTogether, byCompany, inColumns, type OfCompany } from '@ledger/database/asked-together.ts'
import { BY_KEY } from '@ledger/database/by-key.ts'
import { plannedOnce } from '@ledger/database/planned-once.ts'
import type { Database, RowOf } from '@ledger/database/tables.ts'
import { type Kysely, sql } from 'kysely'
import { CannotTake, type ReadModel } from './projection.ts'
import { type JoinedRows, readTable } from './read-table.ts'

/** What every account received and spent: people, head office and beneficiaries. Folds of postings and of nothing else. */
export const balances: ReadModel = {
  tables: ['balances'],
  apply: (into, events) => into.join(BALANCES, (rows) => addChanges(rows, events)),
}

/** Passed over for want of postings, they would be missing in every balance, silently. */
const MOVES_MONEY: ReadonlySet<EventType> = new Set([
  'CreditRecorded',
  'DebitRecorded',
  'TransferRecorded',
  'TransactionEdited',
  'TransactionDeleted',
] as const)

type Row = RowOf<'balances'>

export const BALANCES = readTable(
  'balances',
  { account_id: 'text', received_paise: 'bigint', spent_paise: 'bigint', credits: 'integer', debits: 'integer' },
  ['account_id'],
  { received_paise: 'sum', spent_paise: 'sum', credits: 'sum', debits: 'sum' },
)

/** Adds a page, by account. An account that a page opens is there with zeros: its balance is 0, not missing. */
export function addChanges(rows: JoinedRows<Row>, events: readonly LedgerEvent[]): void {
  function of(account_id: string): Row {
    const there = rows.get(account_id)
    if (there) return there
    const row = { account_id, received_paise: 0, spent_paise: 0, credits: 0, debits: 0 }
    rows.set(account_id, row)
    return row
  }
  for (const event of events) {
    if (event.type === 'AccountOpened') of(event.data.account)
    if (!('postings' in event.data)) {
      if (MOVES_MONEY.has(event.type)) throw new CannotTake(`${event.type} at ${event.position} has no postings`)
      continue
    }
    const entries = event.type === 'TransactionEdited' ? 0 : event.type === 'TransactionDeleted' ? -1 : 1
    for (const { account, side, paise } of event.data.postings) {
      const row = of(account)
      if (side === 'received') {
        row.received_paise += paise
        row.credits += entries
        rows.mind(row.received_paise)
      } else {
        row.spent_paise += paise
        row.debits += entries
        rows.mind(row.spent_paise)
      }
    }
    if (event.type === 'TransactionEdited') movePayee(event.data.before, event.data.after, of)
  }
}

type Edited = Extract<LedgerEvent, { type: 'TransactionEdited' }>['data']

/** An expense that is now said to have gone to another beneficiary counts there. */
function movePayee(before: Edited['before'], after: Edited['after'], of: (account: string) => Row): void {
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
            WHERE company_id = asked.company_id AND account_id = asked.account_id OFFSET ${BY_KEY}) b`.execute(db)
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
