import type { Entry } from '@ledger/contracts/events/event-schemas.ts'
import { INCOMING_SUFFIX } from '@ledger/contracts/events/transaction-row-sides-and-ids.ts'
import { sql } from 'kysely'

/**
 * Returns the party of an entry in a form that is equal for the same party alone: the id of a beneficiary, the account
 * that receives a transfer, or an empty text for money from head office. Two people can have one name, and a person can
 * get another one. Spellings that were merged stay different parties: a merge would move all their entries to another
 * key, and to look for it when the list is read costs a read of every entry of a merged beneficiary.
 */
export function partyKeyOf(entry: Entry): string {
  switch (entry.kind) {
    case 'credit':
      return ''
    case 'debit':
      return entry.beneficiary.id
    case 'transfer':
      return `to:${entry.counterparty.id}`
  }
}

/**
 * Returns the same of a row `l` of `ledger_rows`, the giver's where the entry is a transfer: the account of the other
 * row is the receiver.
 */
export const partyKeySql = (
  companyId: string,
) => sql`CASE WHEN l.transfer_to IS NULL THEN coalesce(l.beneficiary_id, '')
  ELSE (SELECT 'to:' || r.account_id FROM ledger_rows r
    WHERE r.company_id = ${companyId} AND r.row_id = l.row_id || ${sql.lit(INCOMING_SUFFIX)}) END`
