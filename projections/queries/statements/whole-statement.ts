import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { PeriodQuery } from '@ledger/contracts/http/query-parameters.ts'
import type { StatementRow } from '@ledger/contracts/http/statements/statement-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { formatCursorAfter } from '../paging/transaction-order-and-cursor.ts'
import { readAtOneState } from '../read-at-one-state.ts'
import type { TransactionListRow } from '../transactions/transaction-list-columns.ts'
import { type TransactionQueryContext, toCompanyTransactionPage } from '../transactions/transaction-lists.ts'
import { readTransactionPage } from '../transactions/transaction-query.ts'
import { statementRowsFrom, toCarriedRows } from './add-balances-and-carried-cash.ts'
import { readCancelledVouchers } from './cancelled-vouchers.ts'
import { STATEMENT_SORT, type StatementPage } from './statement.ts'
import { type AskedSubject, type StatementSubject, scopeOfStatement, statementRowFilter } from './statement-subject.ts'
import { readOpening, readPeriodSums } from './statement-totals.ts'

const [deflate, inflate] = [promisify(deflateRaw), promisify(inflateRaw)]

/** The number of rows in one read. */
const ROWS_PER_READ = 1000

export interface WholeStatement extends Omit<StatementPage, 'rows' | 'next'> {
  /** As the rows have it. */
  subject: StatementSubject
  /** Yields all rows, oldest first, page by page. Called once. */
  rows(): AsyncGenerator<StatementRow[]>
}

/**
 * Reads a whole statement at one state. The rows wait in memory, compressed to a tenth, so that the snapshot ends
 * before the first byte of a file is sent: a client that reads slowly would hold it open for minutes, and a read model
 * that is built anew could not take the place of the old one meanwhile.
 */
export async function readWholeStatement(
  context: TransactionQueryContext,
  asked: AskedSubject,
  { from, to }: PeriodQuery,
): Promise<WholeStatement> {
  const { db, companyId } = context
  const { subject, position, pages, opening, carried, period, cancelled } = await readAtOneState(
    db,
    companyId,
    scopeOfStatement(companyId, asked),
    async (snapshot, position, { subject }) => {
      const { opening, carried } = await readOpening(snapshot, companyId, subject, { from, to })
      const period = await readPeriodSums(snapshot, companyId, subject, { from, to }, carried)
      const cancelled =
        subject.kind === 'company' ? await readCancelledVouchers(snapshot, companyId, { from, to }) : null
      const pages: Buffer[] = []
      for (let cursor: string | undefined; ; ) {
        const page = {
          ...statementRowFilter(subject, { from, to }),
          limit: ROWS_PER_READ,
          cursor,
          sort: STATEMENT_SORT,
        }
        const rows = await readTransactionPage(snapshot, companyId, page)
        const [own, last] = [rows.slice(0, ROWS_PER_READ), rows[ROWS_PER_READ - 1]]
        if (own.length > 0) pages.push(await deflate(JSON.stringify(own), { level: 1 }))
        if (rows.length <= ROWS_PER_READ || !last)
          return { subject, position, pages, opening, carried, period, cancelled }
        cursor = formatCursorAfter(last, STATEMENT_SORT)
      }
    },
  )
  return {
    subject,
    from: from ?? null,
    to: to ?? null,
    opening: formatAmount(opening),
    closing: formatAmount(opening + period.sums.in - period.sums.out),
    totals: period.totals,
    cancelled,
    position,
    async *rows() {
      const rowsFrom = statementRowsFrom(subject, { balance: opening }, await toCarriedRows(carried, context.names))
      for (const page of pages) {
        const stored = JSON.parse((await inflate(page)).toString()) as TransactionListRow[]
        const shown = await toCompanyTransactionPage(context, stored, { limit: ROWS_PER_READ })
        yield rowsFrom(shown.rows, false)
      }
      const last = rowsFrom([], true)
      if (last.length > 0) yield last
    },
  }
}
