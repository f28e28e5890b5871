import type { LedgerEvent } from '@ledger/contracts/events.ts'
import { sidesOf } from '@ledger/contracts/rows.ts'
import { ACTIVITY, ACTIVITY_ACCOUNTS, accountsIn } from './activity.ts'
import { type Adding, adding } from './adding.ts'
import { addBillSums, addBillUses, BILL_SUMS, BILL_USES } from './bills.ts'
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
import { addCounts, COUNTS } from './counts.ts'
import type { Expected, ExpectedTable } from './expected.ts'
import { CONTENT, changedRows, contentOf, NOT_DELETED, RECORDED, ROWS, recordedRows } from './ledger-rows.ts'
import { LinearSums } from './linear-sums.ts'
import { type Slice, wholeOf } from './live-rows.ts'
import { type AnyRow, JoinedRows } from './read-table.ts'
import { type Columns, fieldOf, RowSums } from './row-digests.ts'
import { addMoves, SUMS } from './sums.ts'

/** Tables that grow with the log: of their rows only sums are kept, a bucket for each. */

const OF_RECORDED = { table: ROWS.name, keys: 1, columns: RECORDED } as const satisfies Slice
const OF_CONTENT = { table: ROWS.name, keys: 1, columns: CONTENT } as const satisfies Slice
/** After how many fields there are, and how long the first one is. */
const FIRST_FIELD = 6

export class ExpectedLedger implements Expected {
  readonly #recorded: RowSums<typeof RECORDED>
  readonly #content: RowSums<typeof CONTENT>

  constructor(salt: Buffer) {
    this.#recorded = new RowSums(RECORDED, salt)
    this.#content = new RowSums(CONTENT, salt)
  }

  take(event: LedgerEvent): void {
    for (const row of recordedRows(event)) {
      this.#recorded.add(minutesOf(row.row_id), row)
      this.#content.add(minutesOf(row.row_id), row)
    }
    if (event.type !== 'TransactionEdited' && event.type !== 'TransactionDeleted') return
    const { transaction, before, revision } = event.data
    // An event says what was there before it: that need not be remembered.
    for (const side of sidesOf(transaction, before)) {
      const was = { ...contentOf(before, side), revision: revision - 1, ...NOT_DELETED }
      this.#content.add(minutesOf(side.rowId), was, -1)
    }
    for (const row of changedRows(event)) this.#content.add(minutesOf(row.row_id), row)
  }

  tables(): ExpectedTable[] {
    const bucketOf = (row: Buffer) => minutesOf(row.toString('latin1', FIRST_FIELD, FIRST_FIELD + 7))
    return [
      { slice: OF_RECORDED, sums: this.#recorded, bucketOf, buckets: MINUTES },
      { slice: OF_CONTENT, sums: this.#content, bucketOf, buckets: MINUTES },
    ]
  }
}

const EVENTS = wholeOf(ACTIVITY)
const TOUCHED = wholeOf(ACTIVITY_ACCOUNTS)

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
    for (const account of accountsIn(event)) this.#touched.add(bucket, { account_id: account, position })
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
/** A row moves many times: so many are added up before they are digested, which costs ten times as much. */
const MOST_JOINED = 50_000

/** A table of numbers that only ever move by addition. */
interface Moving extends Adding {
  buckets: Buckets
  /** Which of the key's columns says in which bucket a row is, and how. */
  column: string
  bucket: (value: string) => string
}
const byPeriod = { column: 'period', bucket: (period: string) => period }
export const SUMMING: Moving = {
  ...adding(SUMS, addMoves),
  buckets: SUMMED,
  ...byPeriod,
}
export const COUNTING: Moving = {
  ...adding(COUNTS, addCounts),
  buckets: COUNTED,
  ...byPeriod,
}
const BILLING: Moving = {
  ...adding(BILL_SUMS, addBillSums),
  buckets: BILLED,
  ...byPeriod,
}
const NAMING: Moving = {
  ...adding(BILL_USES, addBillUses),
  buckets: BEGINS,
  column: 'bill_id',
  bucket: beginOf,
}

export class ExpectedSums implements Expected {
  readonly #moving: Moving
  readonly #sums: LinearSums
  readonly #rows = new JoinedRows<AnyRow>()
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
    if (this.#rows.size >= MOST_JOINED || this.#rows.areLarge) this.#digest()
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
