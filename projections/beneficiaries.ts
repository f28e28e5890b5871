import { type Entry, entriesOf, type LedgerEvent } from '@ledger/contracts/events.ts'
import type { Beneficiary } from '@ledger/contracts/shapes.ts'
import type { Database, RowOf } from '@ledger/database/tables.ts'
import { type ColumnTypes, unnest } from '@ledger/database/unnest.ts'
import { type Kysely, sql } from 'kysely'
import type { ReadModel } from './projection.ts'

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

async function apply(db: Kysely<Database>, companyId: string, events: LedgerEvent[]): Promise<void> {
  const { names, uses } = usesOf(events)
  if (uses.size === 0) return
  await insertNames(db, companyId, names)
  await addUses(db, companyId, [...uses.values()])
}

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

async function insertNames(db: Kysely<Database>, companyId: string, names: Names) {
  if (names.size === 0) return
  const first = [...names].map(([id, { name, position }]) => ({ beneficiary_id: id, name, first_position: position }))
  const { names: columns, rows } = unnest(first, NAMES)
  await sql`
    INSERT INTO beneficiaries (company_id, ${columns}) SELECT ${companyId}, * FROM ${rows}
    ON CONFLICT (company_id, beneficiary_id) DO NOTHING`.execute(db)
}

const NAMES: ColumnTypes<RowOf<'beneficiaries'>> = {
  beneficiary_id: 'text',
  name: 'text',
  first_position: 'bigint',
}

async function addUses(db: Kysely<Database>, companyId: string, uses: Use[]): Promise<void> {
  const added = uses.map(({ account, beneficiary, debits, position }) => ({
    account_id: account,
    beneficiary_id: beneficiary,
    debits,
    last_position: position,
  }))
  const { names, rows } = unnest(added, USES)
  await sql`
    INSERT INTO beneficiary_use (company_id, ${names}) SELECT ${companyId}, * FROM ${rows}
    ON CONFLICT (company_id, account_id, beneficiary_id) DO UPDATE SET
      debits = beneficiary_use.debits + excluded.debits,
      last_position = greatest(beneficiary_use.last_position, excluded.last_position)`.execute(db)
}

const USES: ColumnTypes<RowOf<'beneficiary_use'>> = {
  account_id: 'uuid',
  beneficiary_id: 'text',
  debits: 'integer',
  last_position: 'bigint',
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
