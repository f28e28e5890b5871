import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import { accountChangeOf, DIRECTORY_TABLE } from '../read-models/account-directory.ts'
import { accumulateBalances, BALANCES_TABLE } from '../read-models/balances.ts'
import {
  accumulateBeneficiaryNames,
  accumulateBeneficiaryUse,
  BENEFICIARIES_TABLE,
  BENEFICIARY_USE_TABLE,
} from '../read-models/beneficiaries.ts'
import { PoisonEvent } from '../read-models/read-model.ts'
import { RowAccumulator, type UntypedRow } from '../read-models/read-model-table.ts'
import type { Expected, ExpectedTable } from './expected.ts'
import { type Slice, wholeOf } from './live-rows.ts'
import { type Columns, type RowOf, RowSums } from './row-digests.ts'
import { type Adding, adding } from './table-accumulator.ts'

/**
 * Tables with a row for each person, each payee, and each pair of the two: where the whole log is read, their rows are
 * held in memory.
 */

/** The bucket of a table that has only one. */
const WHOLE = ''
const whole = () => WHOLE

const OF_PEOPLE = wholeOf(DIRECTORY_TABLE)

function wholeTable(slice: Slice, rows: ReadonlyMap<string, RowOf<Columns>>, salt: Buffer): ExpectedTable {
  const sums = new RowSums(slice.columns, salt)
  for (const row of rows.values()) sums.add(WHOLE, row)
  return { slice, sums, bucketOf: whole }
}

/** The expected rows of tables in which events are added up. */
export class ExpectedWhole implements Expected {
  readonly #salt: Buffer
  readonly #tables: readonly (Adding & { rows: RowAccumulator<UntypedRow> })[]

  constructor(tables: readonly Adding[], salt: Buffer) {
    this.#salt = salt
    this.#tables = tables.map((table) => ({ ...table, rows: new RowAccumulator() }))
  }

  take(event: LedgerEvent): void {
    for (const { add, rows } of this.#tables) add(rows, [event])
  }

  tables = () => this.#tables.map(({ slice, rows }) => wholeTable(slice, rows, this.#salt))
}

export const BALANCED = [adding(BALANCES_TABLE, accumulateBalances)]
export const PAID = [
  adding(BENEFICIARIES_TABLE, accumulateBeneficiaryNames),
  adding(BENEFICIARY_USE_TABLE, accumulateBeneficiaryUse),
]

export class ExpectedDirectory implements Expected {
  readonly #salt: Buffer
  readonly #people = new Map<string, UntypedRow>()

  constructor(salt: Buffer) {
    this.#salt = salt
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
    const change = accountChangeOf(event)
    if (!change) return
    const person = this.#people.get(change.account)
    if (!person) throw new PoisonEvent(`${event.type} at ${event.position} names an account that was never opened`)
    Object.assign(person, change.set)
  }

  tables = () => [wholeTable(OF_PEOPLE, this.#people, this.#salt)]
}
