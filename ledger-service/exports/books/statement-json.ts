import type { StatementRow } from '@ledger/contracts/http/statements/statement-schemas.ts'
import type { WholeStatement } from '@ledger/projections/queries/statements/whole-statement.ts'
import type { StatementOf } from './statement-book.ts'

/** Yields a statement as the text of one JSON object, the answer of `GET /api/admin/statement` with all rows. */
export async function* statementJson(
  { rows: _, from, to, opening, ...rest }: WholeStatement,
  of: StatementOf,
  pages: AsyncIterable<readonly StatementRow[]>,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ of, from, to, opening }).slice(0, -1)},"rows":[`
  let separator = ''
  for await (const rows of pages) {
    if (rows.length > 0) yield separator + rows.map((row) => JSON.stringify(row)).join(',')
    if (rows.length > 0) separator = ','
  }
  yield `],${JSON.stringify({ ...rest, next: null }).slice(1)}`
}
