import { UUID_FORM } from '../text/uuid.ts'
import type { Entry } from './event-schemas.ts'

/**
 * One side of a transaction as a list shows it: the account of the list, credit or debit, and the other party. A
 * transfer has two sides, each a row with an id of its own: the debit row has the transaction's id, the credit row that
 * id and `-in`.
 */
export interface TransactionRowSide {
  rowId: string
  accountId: string
  type: 'credit' | 'debit'
  /**
   * §3: the beneficiary, or the sender of a received transfer; for money from head office the incharge's own name
   * (api.md).
   */
  recipient: string
  transferFrom: string | null
  transferTo: string | null
}

/** The end of the row id of the receiver's side of a transfer. */
export const INCOMING_SUFFIX = '-in'

/** Returns the rows of an entry, the giver's first. */
export function transactionRowSidesOf(
  transaction: string,
  entry: Entry,
): [TransactionRowSide, ...TransactionRowSide[]] {
  const own = { rowId: transaction, accountId: entry.account.id, transferFrom: null, transferTo: null }
  switch (entry.kind) {
    case 'credit':
      return [{ ...own, type: 'credit', recipient: entry.account.name }]
    case 'debit':
      return [{ ...own, type: 'debit', recipient: entry.beneficiary.name }]
    case 'transfer': {
      const names = { transferFrom: entry.account.name, transferTo: entry.counterparty.name }
      return [
        { ...own, ...names, type: 'debit', recipient: entry.counterparty.name },
        {
          ...names,
          rowId: transaction + INCOMING_SUFFIX,
          accountId: entry.counterparty.id,
          type: 'credit',
          recipient: entry.account.name,
        },
      ]
    }
  }
}

const ROW_ID = new RegExp(`^(${UUID_FORM})(${INCOMING_SUFFIX})?$`)

/** Returns the transaction and the side that a row id names; undefined for any other text. */
export function parseTransactionRowId(id: string): { transaction: string; side: 'own' | 'incoming' } | undefined {
  const [, transaction, incoming] = ROW_ID.exec(id) ?? []
  return transaction === undefined ? undefined : { transaction, side: incoming ? 'incoming' : 'own' }
}

/** Returns the part that the row ids of both sides of a transfer have in common; for any other row the id itself. */
export function rowIdOfBothSides(rowId: string): string {
  return rowId.endsWith(INCOMING_SUFFIX) ? rowId.slice(0, -INCOMING_SUFFIX.length) : rowId
}
