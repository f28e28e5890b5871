import { type Entry, entriesOf, type LedgerEvent } from '@ledger/contracts/events.ts'
import type { Beneficiary } from '@ledger/contracts/shapes.ts'
import type { Database, RowOf } from '@ledger/database/tables.ts'
import type { Kysely } from 'kysely'
import type { ReadModel } from './projection.ts'
import { type JoinedRows, readTable, type Writer } from './read-table.ts'

/** Who was ever paid, by first spelling, and which account pays whom. */
export const beneficiaries: ReadModel = {
  tables: ['beneficiaries', 'beneficiary_use'],
  apply,
}

async function apply(into: Writer, events: LedgerEvent[]): Promise<void> {
  await into.join(BENEFICIARIES, (names) => addNames(names, events))
  await into.join(BENEFICIARY_USE, (uses) => addUses(uses, events))
}

export const BENEFICIARIES = readTable(
  'beneficiaries',
  { beneficiary_id: 'text', name: 'text', first_position: 'bigint' },
  ['beneficiary_id'],
  { name: 'first', first_position: 'first' },
)
export const BENEFICIARY_USE = readTable(
  'beneficiary_use',
  { account_id: 'uuid', beneficiary_id: 'text', debits: 'integer', last_position: 'bigint' },
  ['account_id', 'beneficiary_id'],
  { debits: 'sum', last_position: 'greatest' },
)

type Name = RowOf<'beneficiaries'>
type Use = RowOf<'beneficiary_use'>

/** The first spelling of each beneficiary that a page pays. */
export function addNames(names: JoinedRows<Name>, events: readonly LedgerEvent[]): void {
  for (const event of events) {
    const payee = changeOfUse(event).paid?.beneficiary
    if (payee && !names.has(payee.id))
      names.set(payee.id, { beneficiary_id: payee.id, name: payee.name, first_position: event.position })
  }
}

/** How often each account pays whom. */
export function addUses(uses: JoinedRows<Use>, events: readonly LedgerEvent[]): void {
  for (const event of events) {
    const { gone, paid } = changeOfUse(event)
    if (gone) count(uses, gone, -1, 0)
    if (paid) count(uses, paid, 1, event.position)
  }
}

type Debit = Extract<Entry, { kind: 'debit' }>

/** The expenses that an event takes back and records. */
export function changeOfUse(event: LedgerEvent): { gone: Debit | undefined; paid: Debit | undefined } {
  const { before, after } = entriesOf(event)
  return { gone: debit(before), paid: debit(after) }
}

const debit = (entry: Entry | undefined) => (entry?.kind === 'debit' ? entry : undefined)

function count(uses: JoinedRows<Use>, entry: Debit, debits: number, position: number): void {
  const { account, beneficiary } = entry
  const key = `${account.id} ${beneficiary.id}`
  const use = uses.get(key)
  if (use) {
    use.debits += debits
    use.last_position = Math.max(use.last_position, position)
  } else uses.set(key, { account_id: account.id, beneficiary_id: beneficiary.id, debits, last_position: position })
}

/** The most beneficiaries that head office's list shows, and those that a field account finds its own among. */
const MAX_LISTED = 1000
const MAX_OWN = 5000

/** Whom an account has paid, most recent first. */
export async function beneficiariesPaidBy(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
): Promise<Beneficiary[]> {
  return db
    .selectFrom('beneficiary_use')
    .innerJoin('beneficiaries', (join) =>
      join
        .onRef('beneficiaries.company_id', '=', 'beneficiary_use.company_id')
        .onRef('beneficiaries.beneficiary_id', '=', 'beneficiary_use.beneficiary_id'),
    )
    .select(['beneficiaries.beneficiary_id as id', 'beneficiaries.name'])
    .where('beneficiary_use.company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .where('debits', '>', 0)
    .orderBy('last_position', 'desc')
    .limit(MAX_OWN)
    .execute()
}

/** Everybody whom the company ever paid, the newest first. */
export async function allBeneficiaries(db: Kysely<Database>, companyId: string): Promise<Beneficiary[]> {
  return db
    .selectFrom('beneficiaries')
    .select(['beneficiary_id as id', 'name'])
    .where('company_id', '=', companyId)
    .orderBy('first_position', 'desc')
    .limit(MAX_LISTED)
    .execute()
}
