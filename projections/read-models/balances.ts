import type { EventType, LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { RowOf } from '@ledger/database/tables/database-schema.ts'
import { PoisonEvent, type ReadModel } from './read-model.ts'
import { defineReadModelTable } from './read-model-table.ts'
import type { RowAccumulator } from './row-accumulator.ts'

/**
 * The amounts that every account received and spent: people, head office and beneficiaries. They are folded from
 * postings alone.
 */
export const balancesReadModel: ReadModel = {
  tables: ['balances'],
  apply: (into, events) => into.upsert(BALANCES_TABLE, (rows) => accumulateBalances(rows, events)),
}

/** The types that must have postings: an event without them would be missing in every balance, silently. */
const MONEY_EVENT_TYPES: ReadonlySet<EventType> = new Set([
  'CreditRecorded',
  'DebitRecorded',
  'TransferRecorded',
  'TransactionEdited',
  'TransactionDeleted',
] as const)

type BalancesRow = RowOf<'balances'>

export const BALANCES_TABLE = defineReadModelTable(
  'balances',
  { account_id: 'text', received_paise: 'bigint', spent_paise: 'bigint', credits: 'integer', debits: 'integer' },
  ['account_id'],
  { received_paise: 'sum', spent_paise: 'sum', credits: 'sum', debits: 'sum' },
)

/**
 * Adds a page of events, by account. An account that a page opens gets a row of zeros: its balance is 0, not missing.
 */
export function accumulateBalances(rows: RowAccumulator<BalancesRow>, events: readonly LedgerEvent[]): void {
  function of(account_id: string): BalancesRow {
    const there = rows.get(account_id)
    if (there) return there
    const row = { account_id, received_paise: 0, spent_paise: 0, credits: 0, debits: 0 }
    rows.set(account_id, row)
    return row
  }
  for (const event of events) {
    if (event.type === 'AccountOpened') of(event.data.account)
    if (!('postings' in event.data)) {
      if (MONEY_EVENT_TYPES.has(event.type)) throw new PoisonEvent(`${event.type} at ${event.position} has no postings`)
      continue
    }
    const entries = event.type === 'TransactionEdited' ? 0 : event.type === 'TransactionDeleted' ? -1 : 1
    for (const { account, side, paise } of event.data.postings) {
      const row = of(account)
      if (side === 'received') {
        row.received_paise += paise
        row.credits += entries
        rows.checkOverflow(row.received_paise)
      } else {
        row.spent_paise += paise
        row.debits += entries
        rows.checkOverflow(row.spent_paise)
      }
    }
    if (event.type === 'TransactionEdited') moveBeneficiaryCount(event.data.before, event.data.after, of)
  }
}

type EditedTransactionData = Extract<LedgerEvent, { type: 'TransactionEdited' }>['data']

/** Counts an expense at its new beneficiary where an edit changes the beneficiary. */
function moveBeneficiaryCount(
  before: EditedTransactionData['before'],
  after: EditedTransactionData['after'],
  of: (account: string) => BalancesRow,
): void {
  if (before.kind !== 'debit' || after.kind !== 'debit' || before.beneficiary.id === after.beneficiary.id) return
  of(before.beneficiary.id).credits -= 1
  of(after.beneficiary.id).credits += 1
}
