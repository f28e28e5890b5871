import type { Entry, LedgerEvent } from '@ledger/contracts/events.ts'
import { BALANCES, changesOf } from './balances.ts'
import { BENEFICIARIES, BENEFICIARY_USE, changeOfUse } from './beneficiaries.ts'
import { changeOf, PEOPLE } from './directory.ts'
import type { Expected, ExpectedTable } from './expected.ts'
import { type Slice, wholeOf } from './live-rows.ts'
import { CannotTake } from './projection.ts'
import { type Columns, type RowOf, RowSums } from './row-digests.ts'

/** Tables of a row for each person, each payee, and each pair of the two: where the whole log is read, their rows are remembered. */

/** A table of one bucket. */
const WHOLE = ''
const whole = () => WHOLE

const OF_BALANCES = wholeOf(BALANCES)
const OF_NAMES = wholeOf(BENEFICIARIES)
const OF_USES = wholeOf(BENEFICIARY_USE)
const OF_PEOPLE = wholeOf(PEOPLE)

/** Rows of a table that is small enough to be remembered, by their key. */
type Rows<Named extends Columns> = Map<string, { -readonly [Column in keyof RowOf<Named>]: RowOf<Named>[Column] }>

function wholeTable<Named extends Columns>(slice: Slice<Named>, rows: Rows<Named>, salt: Buffer): ExpectedTable {
  const sums = new RowSums<Columns>(slice.columns, salt)
  for (const row of rows.values()) sums.add(WHOLE, row)
  return { slice, sums, bucketOf: whole }
}

export class ExpectedBalances implements Expected {
  readonly #salt: Buffer
  readonly #rows = new Map<string, [received: number, spent: number, credits: number, debits: number]>()

  constructor(salt: Buffer) {
    this.#salt = salt
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
    const sums = new RowSums<Columns>(OF_BALANCES.columns, this.#salt)
    for (const [account_id, [received_paise, spent_paise, credits, debits]] of this.#rows)
      sums.add(WHOLE, { account_id, received_paise, spent_paise, credits, debits })
    return [{ slice: OF_BALANCES, sums, bucketOf: whole }]
  }
}

export class ExpectedBeneficiaries implements Expected {
  readonly #salt: Buffer
  readonly #names: Rows<typeof OF_NAMES.columns> = new Map()
  readonly #uses: Rows<typeof OF_USES.columns> = new Map()

  constructor(salt: Buffer) {
    this.#salt = salt
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

  tables = () => [wholeTable(OF_NAMES, this.#names, this.#salt), wholeTable(OF_USES, this.#uses, this.#salt)]
}

export class ExpectedDirectory implements Expected {
  readonly #salt: Buffer
  readonly #people: Rows<typeof OF_PEOPLE.columns> = new Map()

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
    const change = changeOf(event)
    if (!change) return
    const person = this.#people.get(change.account)
    if (!person) throw new CannotTake(`${event.type} at ${event.position} names an account that was never opened`)
    Object.assign(person, change.set)
  }

  tables = () => [wholeTable(OF_PEOPLE, this.#people, this.#salt)]
}
