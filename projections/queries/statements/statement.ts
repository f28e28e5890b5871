import type { TransactionSort } from '@ledger/contracts/http/query-parameters.ts'
import type { Statement, StatementQuery } from '@ledger/contracts/http/statements/statement-schemas.ts'
import { formatAmount, paiseOf } from '@ledger/contracts/money.ts'
import { LRUCache } from 'lru-cache'
import { formatStateCursor, parseStateCursor } from '../paging/state-cursor.ts'
import { parseCursor } from '../paging/transaction-order-and-cursor.ts'
import { type LedgerChanged, readAtOneState } from '../read-at-one-state.ts'
import { type TransactionQueryContext, toCompanyTransactionPage } from '../transactions/transaction-lists.ts'
import { readTransactionPage } from '../transactions/transaction-query.ts'
import { statementRowsFrom, toCarriedRows } from './add-balances-and-carried-cash.ts'
import { readCancelledVouchers } from './cancelled-vouchers.ts'
import {
  type AskedSubject,
  isMoneyIn,
  type StatementSubject,
  scopeOfStatement,
  statementRowFilter,
} from './statement-subject.ts'
import { type Opening, type PeriodSums, readOpening, readPeriodSums } from './statement-totals.ts'

/** The figures and rows of a statement; the caller knows the name of its subject, and whether it is sealed. */
export type StatementPage = Omit<Statement, 'of' | 'sealed' | 'sealState'>

/**
 * The figures of statements that go on, by what the next page is asked with: reading them again adds up every row of
 * the period. The cursor names their state. A page that is not found here, as in another process, reads them.
 */
const figuresOfNextPages = new LRUCache<string, Opening & { period: PeriodSums }>({ max: 200 })

/** A statement has the order of dates. */
export const STATEMENT_SORT: TransactionSort = 'date'

/**
 * Returns a page of a statement: rows oldest first, each with the balance after it. The subject and all figures of a
 * page are of one state, `position`, and so are all pages: a cursor names the state of the page before it, and is
 * refused once another entry was recorded, changed or deleted; for a beneficiary, head office and the company, any
 * entry of the company. So is that of a site after an assignment, and that of a beneficiary after a merge: the
 * statement has other entries then.
 */
export async function readStatementPage(
  context: TransactionQueryContext,
  asked: AskedSubject,
  { from, to, limit, cursor }: Pick<StatementQuery, 'from' | 'to' | 'limit' | 'cursor'>,
): Promise<{ subject: StatementSubject; page: StatementPage } | LedgerChanged> {
  const { db, companyId } = context
  const after = cursor === undefined ? undefined : parseStateCursor(cursor)
  if (cursor !== undefined && !after) return { refused: 'ledger_changed' }
  const last = parseCursor(after?.cursor ?? '')
  const scope = scopeOfStatement(companyId, asked)
  const keyOf = (nextCursor: string) => JSON.stringify([companyId, asked, from, to, nextCursor])
  const known = cursor === undefined ? undefined : figuresOfNextPages.get(keyOf(cursor))
  const read = await readAtOneState(db, companyId, scope, async (snapshot, position, { subject }) => {
    if (after && after.state !== position) return undefined
    const page = { ...statementRowFilter(subject, { from, to }), limit, cursor: after?.cursor, sort: STATEMENT_SORT }
    const { opening, carried } = known ?? (await readOpening(snapshot, companyId, subject, { from, to }))
    const rows = await readTransactionPage(snapshot, companyId, page)
    const isLastOfCompany = subject.kind === 'company' && rows.length <= limit
    return {
      ...{ subject, position, opening, carried, rows },
      cancelled: isLastOfCompany ? await readCancelledVouchers(snapshot, companyId, { from, to }) : null,
      period: known?.period ?? (await readPeriodSums(snapshot, companyId, subject, { from, to }, carried, last)),
    }
  })
  if (!read) return { refused: 'ledger_changed' }
  const { subject, position, opening, carried, period, cancelled } = read
  // Names are read outside of the snapshot: a read that holds one connection must not wait for another.
  const { rows, next } = await toCompanyTransactionPage(context, read.rows, { limit, sort: STATEMENT_SORT })
  const place = { balance: opening + period.movedUpToCursor, after: last?.date }
  const rowsFrom = statementRowsFrom(subject, place, await toCarriedRows(carried, context.names))
  const nextCursor = next === undefined ? null : formatStateCursor(position, next)
  if (nextCursor !== null) {
    const moved = rows.reduce((sum, { type, amount }) => {
      const paise = BigInt(paiseOf(amount))
      return isMoneyIn(subject, type) ? sum + paise : sum - paise
    }, period.movedUpToCursor)
    figuresOfNextPages.set(keyOf(nextCursor), { opening, carried, period: { ...period, movedUpToCursor: moved } })
  }
  const page = {
    from: from ?? null,
    to: to ?? null,
    opening: formatAmount(opening),
    rows: rowsFrom(rows, next === undefined),
    closing: formatAmount(opening + period.sums.in - period.sums.out),
    totals: period.totals,
    cancelled,
    position,
    next: nextCursor,
  }
  return { subject, page }
}
