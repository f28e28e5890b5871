import { beneficiaryId } from '@ledger/contracts/beneficiary-id.ts'
import { parseTransactionRowId } from '@ledger/contracts/events/transaction-row-sides-and-ids.ts'
import { formatVoucherNumber } from '@ledger/contracts/voucher-number.ts'
import { padForGenericPlan } from '@ledger/database/connection/generic-plan-padding.ts'
import type { Database, RowOf } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'

type LabelledRow = Pick<RowOf<'ledger_rows'>, 'row_id' | 'type' | 'recipient' | 'transfer_to'>

/** The texts of rows that follow from later events, by the ids of the rows. */
export interface RowLabels {
  /** The voucher number; none for a row that the read model does not have yet. */
  vouchers: ReadonlyMap<string, string>
  /** The name of the beneficiary, where it was renamed or merged: the row has the name that was typed. */
  beneficiaries: ReadonlyMap<string, string>
}

/**
 * Reads the labels of the rows of a page, in one statement: where nothing was renamed or merged, its second half is a
 * look-up in an empty table.
 */
export async function readRowLabels(
  db: Kysely<Database>,
  companyId: string,
  rows: readonly LabelledRow[],
): Promise<RowLabels> {
  const transactions = new Map(rows.map(({ row_id }) => [row_id, parseTransactionRowId(row_id)?.transaction]))
  const beneficiaries = new Map(
    rows.filter(isExpense).map(({ row_id, recipient }) => [row_id, beneficiaryId(recipient)]),
  )
  const asked = [...new Set(transactions.values())].filter((id) => id !== undefined)
  if (asked.length === 0) return { vouchers: new Map(), beneficiaries: new Map() }
  const { rows: found } = await sql<{ id: string; series: string | null; number: number | null; name: string | null }>`
    SELECT transaction_id::text AS id, series, number, NULL AS name FROM vouchers
    WHERE company_id = ${companyId} AND transaction_id = ANY (${padForGenericPlan(asked)}::uuid[])
    UNION ALL
    SELECT beneficiary_id, NULL, NULL, name FROM beneficiary_groups
    WHERE company_id = ${companyId} AND beneficiary_id = ANY (${padForGenericPlan([...new Set(beneficiaries.values())])}::text[])`.execute(
    db,
  )
  const labels = new Map(
    found.map(({ id, series, number, name }) => [
      id,
      name ?? (series === null || number === null ? '' : formatVoucherNumber({ series, number })),
    ]),
  )
  const labelled = (ids: ReadonlyMap<string, string | undefined>) =>
    new Map(
      [...ids].flatMap(([rowId, id]) => {
        const label = labels.get(id ?? '')
        return label === undefined ? [] : [[rowId, label]]
      }),
    )
  return { vouchers: labelled(transactions), beneficiaries: labelled(beneficiaries) }
}

const isExpense = ({ type, transfer_to: receiver }: LabelledRow) => type === 'debit' && receiver === null
