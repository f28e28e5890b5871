import { type Entry, entriesOf, type LedgerEvent } from '@ledger/contracts/events.ts'
import type { Beneficiary } from '@ledger/contracts/shapes.ts'
import type { Database } from '@ledger/database/tables.ts'
import type { Kysely } from 'kysely'
import type { ReadModel } from './projection.ts'
import { readTable, type Writer } from './read-table.ts'

/** Who was ever paid, by first spelling, and which account pays whom. */
export const beneficiaries: ReadModel = {
  tables: ['beneficiaries', 'beneficiary_use'],
  apply,
}

interface Use {
  account: string
  beneficiary: string
  debits: number
  position: number
}

async function apply(into: Writer, events: LedgerEvent[]): Promise<void> {
  const { names, uses } = usesOf(events)
  const first = [...names].map(([id, { name, position }]) => ({ beneficiary_id: id, name, first_position: position }))
  await into.join(BENEFICIARIES, first)
  const added = [...uses.values()].map(({ account, beneficiary, debits, position }) => ({
    account_id: account,
    beneficiary_id: beneficiary,
    debits,
    last_position: position,
  }))
  await into.join(BENEFICIARY_USE, added)
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

type Names = Map<string, { name: string; position: number }>

/** What a page changes: the first spelling of each beneficiary that it pays, and how often each account pays whom. */
export function usesOf(events: LedgerEvent[]): { names: Names; uses: Map<string, Use> } {
  const names: Names = new Map()
  const uses = new Map<string, Use>()
  for (const event of events) {
    const { gone, paid } = changeOfUse(event)
    if (paid && !names.has(paid.beneficiary.id))
      names.set(paid.beneficiary.id, { name: paid.beneficiary.name, position: event.position })
    if (gone) count(uses, gone, -1, 0)
    if (paid) count(uses, paid, 1, event.position)
  }
  return { names, uses }
}

type Debit = Extract<Entry, { kind: 'debit' }>

/** The expenses that an event takes back and records. */
export function changeOfUse(event: LedgerEvent): { gone: Debit | undefined; paid: Debit | undefined } {
  const { before, after } = entriesOf(event)
  return { gone: debit(before), paid: debit(after) }
}

const debit = (entry: Entry | undefined) => (entry?.kind === 'debit' ? entry : undefined)

function count(uses: Map<string, Use>, entry: Debit, debits: number, position: number): void {
  const key = `${entry.account.id} ${entry.beneficiary.id}`
  const use = uses.get(key) ?? { account: entry.account.id, beneficiary: entry.beneficiary.id, debits: 0, position: 0 }
  use.debits += debits
  use.position = Math.max(use.position, position)
  uses.set(key, use)
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
