import { parseTransactionRowId } from '@ledger/contracts/events/transaction-row-sides-and-ids.ts'
import type { StatementRow } from '@ledger/contracts/http/statements/statement-schemas.ts'
import type { WholeStatement } from '@ledger/projections/queries/statements/whole-statement.ts'
import type { SealOfStatement } from './book.ts'
import type { StatementOf } from './statement-as-book.ts'

/**
 * Yields a statement as the text of one JSON object, the answer of `GET /api/admin/statement` with all rows. A sealed
 * one also has `proof`, which `tools/verify` checks with the rows; its rows name the other side as the seal does, by
 * the name of its day.
 */
export async function* statementJson(
  { rows: _, subject: __, from, to, opening, ...rest }: WholeStatement,
  of: StatementOf,
  pages: AsyncIterable<readonly StatementRow[]>,
  { seal, proof }: SealOfStatement,
): AsyncGenerator<string> {
  const parties = new Map(proof?.entries?.map(({ transaction, party }) => [transaction, party]))
  yield `${JSON.stringify({ of, from, to, opening }).slice(0, -1)},"rows":[`
  let separator = ''
  for await (const rows of pages) {
    const named = rows.map((row) => ({ ...row, party: parties.get(transactionOf(row)) ?? row.party }))
    if (rows.length > 0) yield separator + named.map((row) => JSON.stringify(row)).join(',')
    if (rows.length > 0) separator = ','
  }
  const sealed = seal.state === 'sealed' ? { upTo: seal.upTo, root: seal.root } : null
  yield `],${JSON.stringify({ ...rest, sealed, sealState: seal.state, next: null, ...(proof && { proof }) }).slice(1)}`
}

const transactionOf = ({ transactionId }: StatementRow) => parseTransactionRowId(transactionId ?? '')?.transaction ?? ''
