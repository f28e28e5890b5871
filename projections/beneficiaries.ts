import type { Entry, LedgerEvent } from '@ledger/contracts/events.ts'
import type { Beneficiary } from '@ledger/contracts/shapes.ts'
import { bigints, integers, texts, uuids } from '@ledger/migrations/binary-arrays.ts'
import type { Database } from '@ledger/migrations/tables.ts'
import { type Kysely, sql } from 'kysely'
import type { Projection } from './projection.ts'

/** Who was ever paid, by first spelling, and which account pays whom. */
export const beneficiaries: Projection = {
  name: 'beneficiaries',
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
  const names = new Map<string, { name: string; position: number }>()
  const uses = new Map<string, Use>()
  for (const event of events) {
    const { gone, paid } = change(event)
    if (paid && !names.has(paid.beneficiary.id))
      names.set(paid.beneficiary.id, { name: paid.beneficiary.name, position: event.position })
    if (gone) count(uses, gone, -1, 0)
    if (paid) count(uses, paid, 1, event.position)
  }
  if (uses.size === 0) return
  await insertNames(db, companyId, names)
  await addUses(db, companyId, [...uses.values()])
}

type Debit = Extract<Entry, { kind: 'debit' }>

function change(event: LedgerEvent): { gone?: Debit | undefined; paid?: Debit | undefined } {
  switch (event.type) {
    case 'DebitRecorded':
      return { paid: debit(event.data.entry) }
    case 'TransactionEdited':
      return { gone: debit(event.data.before), paid: debit(event.data.after) }
    case 'TransactionDeleted':
      return { gone: debit(event.data.before) }
    default:
      return {}
  }
}

const debit = (entry: Entry) => (entry.kind === 'debit' ? entry : undefined)

function count(uses: Map<string, Use>, entry: Debit, debits: number, position: number): void {
  const key = `${entry.account.id} ${entry.beneficiary.id}`
  const use = uses.get(key) ?? { account: entry.account.id, beneficiary: entry.beneficiary.id, debits: 0, position: 0 }
  use.debits += debits
  use.position = Math.max(use.position, position)
  uses.set(key, use)
}

async function insertNames(
  db: Kysely<Database>,
  companyId: string,
  names: Map<string, { name: string; position: number }>,
) {
  if (names.size === 0) return
  const values = [...names.values()]
  await sql`
    INSERT INTO beneficiaries (company_id, beneficiary_id, name, first_position)
    SELECT ${companyId}, * FROM unnest(${texts([...names.keys()])}::text[], ${texts(values.map((value) => value.name))}::text[],
      ${bigints(values.map((value) => value.position))}::bigint[])
    ON CONFLICT (company_id, beneficiary_id) DO NOTHING`.execute(db)
}

async function addUses(db: Kysely<Database>, companyId: string, uses: Use[]): Promise<void> {
  await sql`
    INSERT INTO beneficiary_use (company_id, account_id, beneficiary_id, debits, last_position)
    SELECT ${companyId}, * FROM unnest(${uuids(uses.map((use) => use.account))}::uuid[],
      ${texts(uses.map((use) => use.beneficiary))}::text[], ${integers(uses.map((use) => use.debits))}::integer[],
      ${bigints(uses.map((use) => use.position))}::bigint[])
    ON CONFLICT (company_id, account_id, beneficiary_id) DO UPDATE SET
      debits = beneficiary_use.debits + excluded.debits,
      last_position = greatest(beneficiary_use.last_position, excluded.last_position)`.execute(db)
}

/** The most beneficiaries that one list shows. */
const MAX_LISTED = 1000

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
    .limit(MAX_LISTED)
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
