import type { BillBlobStores } from '@ledger/bills/blob-store.ts'
import { decodePayload } from '@ledger/database/binary/event-decoder.ts'
import { readStoredEvents } from '@ledger/database/binary/stored-event-reader.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { findEventPositions } from '@ledger/projections/read-models/event-index.ts'
import { type Kysely, sql } from 'kysely'

/** Bills whose rows are read at once; their bytes are digested one bill after the other. */
const NAMED_BILLS_PER_PAGE = 500
/** The limit of problems in the report, which is enough even where a whole store is lost. */
const MAX_BILL_PROBLEMS = 20

export interface BillVerification {
  /** The number of bills that entries name, or named once. */
  bills: number
  problems: string[]
}

/**
 * Verifies that the bytes of every bill that entries name are the hashed ones, and that those of erased bills are gone.
 * It reads these bills from a read model, so it does not run where that is known to differ from the log.
 * @param onProgress called with the number of checked bills
 */
export async function verifyBills(
  db: Kysely<Database>,
  companyId: string,
  contents: BillBlobStores,
  onProgress: (bills: number) => void = () => undefined,
): Promise<BillVerification> {
  let erased = await readErasedBillIds(db, companyId)
  const problems: string[] = []
  let bills = 0
  for (let after = ''; ; ) {
    const page = await readNamedBills(db, companyId, after)
    for (const bill of page) {
      bills++
      if (problems.length >= MAX_BILL_PROBLEMS || !(await findBillProblem(db, contents, bill, erased.has(bill.id))))
        continue
      // The bill may have been erased since, so it is checked again with the current state.
      erased = await readErasedBillIds(db, companyId)
      const problem = await findBillProblem(
        db,
        contents,
        await readNamedBill(db, companyId, bill.id),
        erased.has(bill.id),
      )
      if (problem !== undefined) problems.push(problem)
    }
    onProgress(bills)
    const last = page.at(-1)
    if (!last) return { bills, problems }
    after = last.id
  }
}

interface NamedBill {
  id: string
  known: boolean
  kept_in: 'postgres' | 's3' | null
}

async function findBillProblem(db: Kysely<Database>, contents: BillBlobStores, bill: NamedBill, isErased: boolean) {
  const { id, known, kept_in: location } = bill
  if (isErased) return location === null ? undefined : `The bill ${id} was erased, and its bytes are still there`
  const digest = known && location !== null ? await contents.storeAt(location).digest(db, id) : undefined
  if (digest === undefined) return `The bill ${id} is missing`
  return digest === id ? undefined : `The bytes of the bill ${id} are not the ones that were hashed`
}

async function readNamedBill(db: Kysely<Database>, companyId: string, id: string): Promise<NamedBill> {
  const row = await db
    .selectFrom('bills')
    .select('kept_in')
    .where('company_id', '=', companyId)
    .where('bill_id', '=', id)
    .executeTakeFirst()
  return { id, known: row !== undefined, kept_in: row?.kept_in ?? null }
}

async function readNamedBills(db: Kysely<Database>, companyId: string, after: string): Promise<NamedBill[]> {
  const { rows } = await sql<NamedBill>`
    SELECT named.bill_id AS id, bills.bill_id IS NOT NULL AS known, kept_in
    FROM (SELECT DISTINCT bill_id FROM bill_uses WHERE company_id = ${companyId} AND bill_id > ${after}
      ORDER BY bill_id LIMIT ${sql.lit(NAMED_BILLS_PER_PAGE)}) AS named
    LEFT JOIN bills ON bills.company_id = ${companyId} AND bills.bill_id = named.bill_id ORDER BY named.bill_id`.execute(
    db,
  )
  return rows
}

/** Returns the bills whose erasure an event records. */
export async function readErasedBillIds(db: Kysely<Database>, companyId: string): Promise<Set<string>> {
  const erased = new Set<string>()
  for (let after = 0; ; ) {
    const positions = await findEventPositions(db, companyId, { types: ['BillErased'], after }, NAMED_BILLS_PER_PAGE)
    const last = positions.at(-1)
    if (last === undefined) return erased
    for (const event of await readStoredEvents(db, companyId, { at: positions })) {
      const { data } = decodePayload(event)
      if ('bill' in data) erased.add(data.bill)
    }
    after = last
  }
}
