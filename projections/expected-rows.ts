import type { Entry, LedgerEvent } from '@ledger/contracts/events.ts'
import { sidesOf } from '@ledger/contracts/rows.ts'
import { type RawBuilder, sql } from 'kysely'
import { accountsIn } from './activity.ts'
import { changesOf } from './balances.ts'
import { changeOfUse } from './beneficiaries.ts'
import { billSumsOf, usesOf } from './bills.ts'
import { countsOf } from './counts.ts'
import { changeOf } from './directory.ts'
import { changedRows, contentOf, NOT_DELETED, recordedRows } from './ledger-rows.ts'
import { LinearSums } from './linear-sums.ts'
import type { Slice } from './live-rows.ts'
import { EVERYBODY } from './periods.ts'
import { CannotTake, type Projection } from './projection.ts'
import { type Columns, keyOf, type RowOf, RowSums, type TableSums } from './row-digests.ts'
import { movesOf } from './sums.ts'

/**
 * What the rows of a read model ought to be, folded from the log in memory by the same functions that fill its tables. Of the
 * tables that grow with the log only sums are kept, a bucket for some minutes or some events; the others are small.
 */
export interface Expected {
  /** @throws CannotTake for an event that contradicts what it has seen before */
  take(event: LedgerEvent): void
  tables(): ExpectedTable[]
  /** As JSON, from which another one goes on. */
  kept(): unknown
}

export interface ExpectedTable {
  slice: Slice
  sums: TableSums
  bucketOf(row: Buffer): string
  /** For a table that grows with the log. */
  buckets?: Buckets
}

interface Buckets {
  /** The rows from one bucket to below another, in the order of their names. */
  where(from: string, below: string | undefined): RawBuilder<unknown>
  next(bucket: string): string
}

/** A table of one bucket. */
const WHOLE = ''
const whole = () => WHOLE

const RECORDED = {
  table: 'ledger_rows',
  keys: 1,
  columns: {
    row_id: 'text',
    account_id: 'uuid',
    position: 'bigint',
    type: 'text',
    recorded_at: 'timestamptz',
    transfer_from: 'text',
    transfer_to: 'text',
    recorded_by: 'uuid',
    recorded_by_name: 'text',
    recorded_by_role: 'text',
  },
} as const satisfies Slice
const CONTENT = {
  table: 'ledger_rows',
  keys: 1,
  columns: {
    row_id: 'text',
    paise: 'bigint',
    date: 'timestamptz',
    recipient: 'text',
    beneficiary_id: 'text',
    purpose: 'text',
    payment_mode: 'text',
    narration: 'text',
    bills: 'text',
    revision: 'integer',
    deleted: 'boolean',
    deleted_at: 'timestamptz',
    deleted_by: 'uuid',
    deleted_by_name: 'text',
    deleted_by_role: 'text',
  },
} as const satisfies Slice
const BALANCES = {
  table: 'balances',
  keys: 1,
  columns: {
    account_id: 'text',
    received_paise: 'bigint',
    spent_paise: 'bigint',
    credits: 'integer',
    debits: 'integer',
  },
} as const satisfies Slice
const NAMES = {
  table: 'beneficiaries',
  keys: 1,
  columns: { beneficiary_id: 'text', name: 'text', first_position: 'bigint' },
} as const satisfies Slice
const USES = {
  table: 'beneficiary_use',
  keys: 2,
  columns: { account_id: 'uuid', beneficiary_id: 'text', debits: 'integer', last_position: 'bigint' },
} as const satisfies Slice
const PEOPLE = {
  table: 'directory',
  keys: 1,
  columns: {
    account_id: 'uuid',
    role: 'text',
    status: 'text',
    first_name: 'text',
    last_name: 'text',
    site_name: 'text',
    opened_position: 'bigint',
  },
} as const satisfies Slice
const EVENTS = {
  table: 'activity',
  keys: 1,
  columns: { position: 'bigint', type: 'text', recorded_at: 'timestamptz', actor_id: 'uuid', transaction_id: 'uuid' },
} as const satisfies Slice
const TOUCHED = {
  table: 'activity_accounts',
  keys: 2,
  columns: { account_id: 'uuid', position: 'bigint' },
} as const satisfies Slice
const SUMS = {
  table: 'sums',
  keys: 5,
  columns: {
    whose: 'uuid',
    what: 'text',
    span: 'text',
    period: 'text',
    key: 'text',
    paise: 'bigint',
    count: 'integer',
  },
} as const satisfies Slice

const COUNTS = {
  table: 'event_counts',
  keys: 5,
  columns: { what: 'text', whose: 'uuid', span: 'text', period: 'text', type: 'text', count: 'integer' },
} as const satisfies Slice

const BILL_USES = {
  table: 'bill_uses',
  keys: 3,
  columns: { bill_id: 'text', transaction_id: 'uuid', account_id: 'uuid', uses: 'integer' },
} as const satisfies Slice
const BILL_SUMS = { table: 'bill_sums', keys: 5, columns: SUMS.columns } as const satisfies Slice

/** After how many fields there are, and how long the first one is. */
const FIRST_FIELD = 6

/** Ids of transactions begin with their time: 28 bits of it are a quarter of an hour. */
const minutesOf = (rowId: string) => rowId.slice(0, 7)
const MINUTES: Buckets = {
  where: (from, below) =>
    below === undefined
      ? sql`row_id >= ${sql.lit(from)}`
      : sql`row_id >= ${sql.lit(from)} AND row_id < ${sql.lit(below)}`,
  next: (bucket) => (Number.parseInt(bucket, 16) + 1).toString(16).padStart(bucket.length, '0'),
}

const EVENTS_IN_BUCKET = 1000
/** With zeros before it, so that names are in the order of positions. */
const thousandOf = (position: number) => String(Math.floor(position / EVENTS_IN_BUCKET)).padStart(13, '0')
const THOUSANDS: Buckets = {
  where(from, below) {
    const to = below === undefined ? Number.MAX_SAFE_INTEGER : Number(below) * EVENTS_IN_BUCKET
    return sql`position >= ${sql.lit(Number(from) * EVENTS_IN_BUCKET)} AND position < ${sql.lit(to)}`
  },
  next: (bucket) => String(Number(bucket) + 1).padStart(bucket.length, '0'),
}
/** There is no index by position alone: by those of every account that there is. */
const THOUSANDS_BY_ACCOUNT: Buckets = {
  ...THOUSANDS,
  where: (from, below) =>
    sql`${THOUSANDS.where(from, below)} AND account_id = ANY(ARRAY(SELECT account_id FROM read.directory))`,
}

/** By day, month or year, which is in the index after whose and what they are. */
const periods = (whats: readonly string[]): Buckets => ({
  where(from, below) {
    const until = below === undefined ? sql`` : sql`AND period < ${sql.lit(below)}`
    return sql`whose = ANY(ARRAY(SELECT account_id FROM read.directory UNION ALL SELECT ${sql.lit(EVERYBODY)}::uuid))
      AND what IN (${sql.join(whats.map((what) => sql.lit(what)))}) AND span IN ('day', 'month', 'year')
      AND period >= ${sql.lit(from)} ${until}`
  },
  // Nothing comes between: the next character of a longer name is a hyphen.
  next: (bucket) => `${bucket} `,
})
const SUMMED = periods(['kind', 'purpose', 'beneficiary', 'mode'])
const COUNTED = periods(['all', 'account', 'actor'])
const BILLED = periods(['credits', 'debits'])

/** Ids of bills are hashes: 16 bits of one are a bucket of few, however many bills there are. */
const beginOf = (billId: string) => billId.slice(0, 4)
const BEGINS: Buckets = {
  // The names in between may be of the sums beside it: whole buckets only. The ids alone are what the index finds.
  where(from, below) {
    const until =
      below === undefined
        ? sql``
        : sql`AND bill_id < ${sql.lit(`${below.slice(0, 4)}g`)} AND left(bill_id, 4) < ${sql.lit(below)}`
    return sql`bill_id >= ${sql.lit(from)} AND left(bill_id, 4) >= ${sql.lit(from)} ${until}`
  },
  // After the last one comes a name that no hash begins with.
  next: (bucket) => (bucket === 'ffff' ? 'g' : (Number.parseInt(bucket, 16) + 1).toString(16).padStart(4, '0')),
}

type KeptSums = ReturnType<RowSums<Columns>['entries']>

class ExpectedLedger implements Expected {
  readonly #recorded: RowSums<typeof RECORDED.columns>
  readonly #content: RowSums<typeof CONTENT.columns>

  constructor(salt: Buffer, kept?: unknown) {
    const [recorded, content] = (kept ?? []) as KeptSums[]
    this.#recorded = new RowSums(RECORDED.columns, salt, recorded)
    this.#content = new RowSums(CONTENT.columns, salt, content)
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
      { slice: RECORDED, sums: this.#recorded, bucketOf, buckets: MINUTES },
      { slice: CONTENT, sums: this.#content, bucketOf, buckets: MINUTES },
    ]
  }
  kept = () => [this.#recorded.entries(), this.#content.entries()]
}

class ExpectedActivity implements Expected {
  readonly #events: RowSums<typeof EVENTS.columns>
  readonly #touched: RowSums<typeof TOUCHED.columns>

  constructor(salt: Buffer, kept?: unknown) {
    const [events, touched] = (kept ?? []) as KeptSums[]
    this.#events = new RowSums(EVENTS.columns, salt, events)
    this.#touched = new RowSums(TOUCHED.columns, salt, touched)
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
    const thousand = (columns: Columns, at: number) => (row: Buffer) =>
      thousandOf(Number(keyOf(columns, row, at + 1)[at]))
    return [
      { slice: EVENTS, sums: this.#events, bucketOf: thousand(EVENTS.columns, 0), buckets: THOUSANDS },
      { slice: TOUCHED, sums: this.#touched, bucketOf: thousand(TOUCHED.columns, 1), buckets: THOUSANDS_BY_ACCOUNT },
    ]
  }
  kept = () => [this.#events.entries(), this.#touched.entries()]
}

/** Rows of a table that is small enough to be remembered, by their key. */
type Rows<Named extends Columns> = Map<string, { -readonly [Column in keyof RowOf<Named>]: RowOf<Named>[Column] }>

function wholeTable<Named extends Columns>(slice: Slice<Named>, rows: Rows<Named>, salt: Buffer): ExpectedTable {
  const sums = new RowSums<Columns>(slice.columns, salt)
  for (const row of rows.values()) sums.add(WHOLE, row)
  return { slice, sums, bucketOf: whole }
}

class ExpectedBalances implements Expected {
  readonly #salt: Buffer
  readonly #rows = new Map<string, [received: number, spent: number, credits: number, debits: number]>()

  constructor(salt: Buffer, kept?: unknown) {
    this.#salt = salt
    this.#rows = new Map((kept ?? []) as [string, [number, number, number, number]][])
  }

  take(event: LedgerEvent): void {
    for (const [account, change] of changesOf([event])) {
      const row = this.#rows.get(account) ?? [0, 0, 0, 0]
      row[0] += change.received
      row[1] += change.spent
      row[2] += change.credits
      row[3] += change.debits
      this.#rows.set(account, row)
    }
  }

  tables(): ExpectedTable[] {
    const sums = new RowSums<Columns>(BALANCES.columns, this.#salt)
    for (const [account_id, [received_paise, spent_paise, credits, debits]] of this.#rows)
      sums.add(WHOLE, { account_id, received_paise, spent_paise, credits, debits })
    return [{ slice: BALANCES, sums, bucketOf: whole }]
  }
  kept = () => [...this.#rows]
}

class ExpectedBeneficiaries implements Expected {
  readonly #salt: Buffer
  readonly #names: Rows<typeof NAMES.columns>
  readonly #uses: Rows<typeof USES.columns>

  constructor(salt: Buffer, kept?: unknown) {
    const [names, uses] = (kept ?? []) as [
      [string, RowOf<typeof NAMES.columns>][],
      [string, RowOf<typeof USES.columns>][],
    ]
    this.#salt = salt
    this.#names = new Map(names)
    this.#uses = new Map(uses)
  }

  take(event: LedgerEvent): void {
    const { gone, paid } = changeOfUse(event)
    if (paid && !this.#names.has(paid.beneficiary.id)) {
      const { id, name } = paid.beneficiary
      this.#names.set(id, { beneficiary_id: id, name, first_position: event.position })
    }
    if (gone) this.#count(gone, -1, 0)
    if (paid) this.#count(paid, 1, event.position)
  }

  #count({ account, beneficiary }: Extract<Entry, { kind: 'debit' }>, debits: number, position: number): void {
    const key = `${account.id} ${beneficiary.id}`
    const use = this.#uses.get(key) ?? {
      account_id: account.id,
      beneficiary_id: beneficiary.id,
      debits: 0,
      last_position: 0,
    }
    use.debits = Number(use.debits) + debits
    use.last_position = Math.max(Number(use.last_position), position)
    this.#uses.set(key, use)
  }

  tables = () => [wholeTable(NAMES, this.#names, this.#salt), wholeTable(USES, this.#uses, this.#salt)]
  kept = () => [[...this.#names], [...this.#uses]]
}

class ExpectedDirectory implements Expected {
  readonly #salt: Buffer
  readonly #people: Rows<typeof PEOPLE.columns>

  constructor(salt: Buffer, kept?: unknown) {
    this.#salt = salt
    this.#people = new Map((kept ?? []) as [string, RowOf<typeof PEOPLE.columns>][])
  }

  take(event: LedgerEvent): void {
    if (event.type === 'AccountOpened') {
      const { account, role, profile } = event.data
      const names = { first_name: profile.firstName, last_name: profile.lastName, site_name: profile.site }
      this.#people.set(account, {
        account_id: account,
        role,
        status: 'active',
        ...names,
        opened_position: event.position,
      })
    }
    const change = changeOf(event)
    if (!change) return
    const person = this.#people.get(change.account)
    if (!person) throw new CannotTake(`${event.type} at ${event.position} names an account that was never opened`)
    Object.assign(person, change.set)
  }

  tables = () => [wholeTable(PEOPLE, this.#people, this.#salt)]
  kept = () => [...this.#people]
}

/** A page of moves is added up before it is digested. */
const MOVED_AT_ONCE = 2000

/** A table of numbers that events add to: `moves` says what some of them add, a row for each number. */
interface Moving {
  slice: Slice
  buckets: Buckets
  moves: (events: LedgerEvent[]) => RowOf<Columns>[]
  /** Which of the key's columns says in which bucket a row is, and how. */
  column: string
  bucket: (value: string) => string
}
const byPeriod = { column: 'period', bucket: (period: string) => period }
const SUMMING: Moving = { slice: SUMS, buckets: SUMMED, moves: (events) => rowsOf(movesOf(events)), ...byPeriod }
const COUNTING: Moving = { slice: COUNTS, buckets: COUNTED, moves: (events) => rowsOf(countsOf(events)), ...byPeriod }
const BILLING: Moving = {
  slice: BILL_SUMS,
  buckets: BILLED,
  moves: (events) => rowsOf(billSumsOf(events)),
  ...byPeriod,
}
const NAMING: Moving = {
  slice: BILL_USES,
  buckets: BEGINS,
  moves: (events) => rowsOf(usesOf(events)),
  column: 'bill_id',
  bucket: beginOf,
}

const rowsOf = (rows: object[]) => rows.map((row): RowOf<Columns> => ({ ...row }))

class ExpectedSums implements Expected {
  readonly #moving: Moving
  readonly #sums: LinearSums
  #events: LedgerEvent[] = []

  constructor(moving: Moving, salt: Buffer, kept?: unknown) {
    const { columns, keys } = moving.slice
    this.#moving = moving
    this.#sums = new LinearSums(columns, keys, salt, (kept ?? []) as ReturnType<LinearSums['entries']>)
  }

  take(event: LedgerEvent): void {
    this.#events.push(event)
    if (this.#events.length >= MOVED_AT_ONCE) this.#add()
  }

  #add(): void {
    const { moves, bucket, column } = this.#moving
    for (const move of moves(this.#events)) this.#sums.add(bucket(String(move[column])), move)
    this.#events = []
  }

  tables(): ExpectedTable[] {
    this.#add()
    const { slice, buckets, bucket, column } = this.#moving
    const at = Object.keys(slice.columns).indexOf(column)
    const bucketOf = (row: Buffer) => bucket(String(keyOf(slice.columns, row, slice.keys)[at]))
    return [{ slice, sums: this.#sums, bucketOf, buckets }]
  }
  kept() {
    this.#add()
    return this.#sums.entries()
  }
}

class ExpectedBills implements Expected {
  readonly #uses: ExpectedSums
  readonly #sums: ExpectedSums

  constructor(salt: Buffer, kept?: unknown) {
    const [uses, sums] = (kept ?? []) as unknown[]
    this.#uses = new ExpectedSums(NAMING, salt, uses)
    this.#sums = new ExpectedSums(BILLING, salt, sums)
  }

  take(event: LedgerEvent): void {
    this.#uses.take(event)
    this.#sums.take(event)
  }
  tables = () => [...this.#uses.tables(), ...this.#sums.tables()]
  kept = () => [this.#uses.kept(), this.#sums.kept()]
}

/** What is expected of each read model; from what was kept of another one. */
export const EXPECTED: Record<Projection['name'], (salt: Buffer, kept?: unknown) => Expected> = {
  balances: (salt, kept) => new ExpectedBalances(salt, kept),
  ledger: (salt, kept) => new ExpectedLedger(salt, kept),
  beneficiaries: (salt, kept) => new ExpectedBeneficiaries(salt, kept),
  directory: (salt, kept) => new ExpectedDirectory(salt, kept),
  activity: (salt, kept) => new ExpectedActivity(salt, kept),
  sums: (salt, kept) => new ExpectedSums(SUMMING, salt, kept),
  counts: (salt, kept) => new ExpectedSums(COUNTING, salt, kept),
  bills: (salt, kept) => new ExpectedBills(salt, kept),
}
