import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import { ledgerRowSidesOf } from '@ledger/contracts/events/transaction-sides.ts'
import { accumulateBillTotals, accumulateBillUses, BILL_TOTALS_TABLE, BILL_USES_TABLE } from '../read-models/bills.ts'
import { accumulateEventCounts, EVENT_COUNTS_TABLE } from '../read-models/event-counts.ts'
import { accountIdsIn, EVENT_ACCOUNTS_TABLE, EVENT_INDEX_TABLE } from '../read-models/event-index.ts'
import {
  CONTENT_COLUMNS,
  LEDGER_ROWS_TABLE,
  NOT_DELETED,
  RECORDED_COLUMNS,
  rowContentOf,
  rowsAfterChange,
  rowsRecordedBy,
} from '../read-models/ledger-rows.ts'
import { accumulatePeriodTotals, PERIOD_TOTALS_TABLE } from '../read-models/period-totals.ts'
import { RowAccumulator, type UntypedRow } from '../read-models/read-model-table.ts'
import {
  BEGINS,
  BILLED,
  type Buckets,
  beginOf,
  COUNTED,
  MINUTES,
  minutesOf,
  SUMMED,
  THOUSANDS,
  THOUSANDS_BY_ACCOUNT,
  thousandOf,
} from './buckets.ts'
import type { Expected, ExpectedTable } from './expected.ts'
import { LinearSums } from './linear-sums.ts'
import { type Slice, wholeOf } from './live-rows.ts'
import { type Columns, fieldOf, RowSums } from './row-digests.ts'
import { type Adding, adding } from './table-accumulator.ts'

/** Tables that grow with the log: only sums of their rows are stored, one for each bucket. */

const OF_RECORDED = { table: LEDGER_ROWS_TABLE.name, keys: 1, columns: RECORDED_COLUMNS } as const satisfies Slice
const OF_CONTENT = { table: LEDGER_ROWS_TABLE.name, keys: 1, columns: CONTENT_COLUMNS } as const satisfies Slice
/** The offset of the first field, after the number of fields and the length of the first one. */
const FIRST_FIELD = 6

export class ExpectedLedger implements Expected {
  readonly #recorded: RowSums<typeof RECORDED_COLUMNS>
  readonly #content: RowSums<typeof CONTENT_COLUMNS>

  constructor(salt: Buffer) {
    this.#recorded = new RowSums(RECORDED_COLUMNS, salt)
    this.#content = new RowSums(CONTENT_COLUMNS, salt)
  }

  take(event: LedgerEvent): void {
    for (const row of rowsRecordedBy(event)) {
      this.#recorded.add(minutesOf(row.row_id), row)
      this.#content.add(minutesOf(row.row_id), row)
    }
    if (event.type !== 'TransactionEdited' && event.type !== 'TransactionDeleted') return
    const { transaction, before, revision } = event.data
    // The event has the entry before it, so that no row has to be stored.
    for (const side of ledgerRowSidesOf(transaction, before)) {
      const was = { ...rowContentOf(before, side), revision: revision - 1, ...NOT_DELETED }
      this.#content.add(minutesOf(side.rowId), was, -1)
    }
    for (const row of rowsAfterChange(event)) this.#content.add(minutesOf(row.row_id), row)
  }

  tables(): ExpectedTable[] {
    const bucketOf = (row: Buffer) => minutesOf(row.toString('latin1', FIRST_FIELD, FIRST_FIELD + 7))
    return [
      { slice: OF_RECORDED, sums: this.#recorded, bucketOf, buckets: MINUTES },
      { slice: OF_CONTENT, sums: this.#content, bucketOf, buckets: MINUTES },
    ]
  }
}

const EVENTS = wholeOf(EVENT_INDEX_TABLE)
const TOUCHED = wholeOf(EVENT_ACCOUNTS_TABLE)

export class ExpectedActivity implements Expected {
  readonly #events: RowSums<typeof EVENTS.columns>
  readonly #touched: RowSums<typeof TOUCHED.columns>

  constructor(salt: Buffer) {
    this.#events = new RowSums(EVENTS.columns, salt)
    this.#touched = new RowSums(TOUCHED.columns, salt)
  }

  take(event: LedgerEvent): void {
    const { position, type, recordedAt, actor, data } = event
    const bucket = thousandOf(position)
    const transaction = 'transaction' in data ? data.transaction : null
    this.#events.add(bucket, {
      position,
      type,
      recorded_at: recordedAt,
      actor_id: actor.id,
      transaction_id: transaction,
    })
    for (const account of accountIdsIn(event)) this.#touched.add(bucket, { account_id: account, position })
  }

  tables(): ExpectedTable[] {
    const thousand = (columns: Columns, at: number) => (row: Buffer) => thousandOf(Number(fieldOf(columns, row, at)))
    return [
      { slice: EVENTS, sums: this.#events, bucketOf: thousand(EVENTS.columns, 0), buckets: THOUSANDS },
      { slice: TOUCHED, sums: this.#touched, bucketOf: thousand(TOUCHED.columns, 1), buckets: THOUSANDS_BY_ACCOUNT },
    ]
  }
}

const EVENTS_AT_ONCE = 2000
/** A row changes many times: this many rows are added up before they are digested, which costs ten times as much. */
const MOST_JOINED = 50_000

/** A table of numbers that change by addition alone. */
interface Moving extends Adding {
  buckets: Buckets
  /** The key column that decides in which bucket a row is; `bucket` computes the bucket. */
  column: string
  bucket: (value: string) => string
}
const byPeriod = { column: 'period', bucket: (period: string) => period }
export const SUMMING: Moving = {
  ...adding(PERIOD_TOTALS_TABLE, accumulatePeriodTotals),
  buckets: SUMMED,
  ...byPeriod,
}
export const COUNTING: Moving = {
  ...adding(EVENT_COUNTS_TABLE, accumulateEventCounts),
  buckets: COUNTED,
  ...byPeriod,
}
const BILLING: Moving = {
  ...adding(BILL_TOTALS_TABLE, accumulateBillTotals),
  buckets: BILLED,
  ...byPeriod,
}
const NAMING: Moving = {
  ...adding(BILL_USES_TABLE, accumulateBillUses),
  buckets: BEGINS,
  column: 'bill_id',
  bucket: beginOf,
}

export class ExpectedSums implements Expected {
  readonly #moving: Moving
  readonly #sums: LinearSums
  readonly #rows = new RowAccumulator<UntypedRow>()
  #events: LedgerEvent[] = []

  constructor(moving: Moving, salt: Buffer) {
    const { columns, keys } = moving.slice
    this.#moving = moving
    this.#sums = new LinearSums(columns, keys, salt)
  }

  take(event: LedgerEvent): void {
    this.#events.push(event)
    if (this.#events.length >= EVENTS_AT_ONCE) this.#add()
  }

  #add(): void {
    this.#moving.add(this.#rows, this.#events)
    this.#events = []
    if (this.#rows.size >= MOST_JOINED || this.#rows.nearOverflow) this.#digest()
  }

  #digest(): void {
    const { bucket, column } = this.#moving
    for (const row of this.#rows.values()) this.#sums.add(bucket(String(row[column])), row)
    this.#rows.clear()
  }

  tables(): ExpectedTable[] {
    this.#add()
    this.#digest()
    const { slice, buckets, bucket, column } = this.#moving
    const at = Object.keys(slice.columns).indexOf(column)
    const bucketOf = (row: Buffer) => bucket(String(fieldOf(slice.columns, row, at)))
    return [{ slice, sums: this.#sums, bucketOf, buckets }]
  }
}

export class ExpectedBills implements Expected {
  readonly #uses: ExpectedSums
  readonly #sums: ExpectedSums

  constructor(salt: Buffer) {
    this.#uses = new ExpectedSums(NAMING, salt)
    this.#sums = new ExpectedSums(BILLING, salt)
  }

  take(event: LedgerEvent): void {
    this.#uses.take(event)
    this.#sums.take(event)
  }
  tables = () => [...this.#uses.tables(), ...this.#sums.tables()]
}
