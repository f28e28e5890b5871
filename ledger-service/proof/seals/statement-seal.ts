import type { Day } from '@ledger/contracts/dates.ts'
import { HEAD_OFFICE_ACCOUNT } from '@ledger/contracts/events/event-schemas.ts'
import { sealedBalance } from '@ledger/contracts/http/books/book-schemas.ts'
import type { Statement } from '@ledger/contracts/http/statements/statement-schemas.ts'
import { paiseOf } from '@ledger/contracts/money.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { StatementSubject } from '@ledger/projections/queries/statements/statement-subject.ts'
import type { Kysely } from 'kysely'
import { closedUpTo } from '../../domain/closings.ts'
import { closingsAfter, findSealedClosing, readClosingEvents } from './closings-of-log.ts'
import type { SealInput } from './seal-closing.ts'

/** How far the period of a statement is closed; `sealed` only if its figures equal those of a sealed balance. */
export type StatementSeal =
  | { state: 'open' | 'closed' }
  | { state: 'sealed'; upTo: Day; root: string; account: string; closing: SealInput }

type StatementFigures = Pick<Statement, 'from' | 'to' | 'opening' | 'closing'> & {
  totals: Pick<Statement['totals'], 'in' | 'out' | 'entries'>
}

/**
 * Returns the account whose balance a seal has; undefined for a statement of several accounts. Each spelling of a
 * beneficiary has a balance of its own.
 */
export function sealedAccountOf(subject: StatementSubject): string | undefined {
  if (subject.kind === 'head_office') return HEAD_OFFICE_ACCOUNT
  if (subject.kind === 'account') return subject.accountId
  const [only, ...others] = subject.kind === 'beneficiary' ? subject.beneficiaryIds : []
  return others.length === 0 ? only : undefined
}

/**
 * Returns the seal of a statement: of the closing that has its period, if the sealed balance has its figures. The
 * leaves of that closing have to be stored (`requireLeavesUpTo`).
 */
export async function findStatementSeal(
  db: Kysely<Database>,
  companyId: string,
  subject: StatementSubject,
  statement: StatementFigures,
): Promise<StatementSeal> {
  const events = await readClosingEvents(db, companyId)
  const last = closedUpTo(closingsAfter(events))
  const { to } = statement
  if (to === null || last === null || to > last) return { state: 'open' }
  const account = sealedAccountOf(subject)
  const seal = findSealedClosing(events, to)
  if (account === undefined || !seal) return { state: 'closed' }
  const { closing, event } = seal
  const row = await db
    .selectFrom('sealed_balances')
    .select('content')
    .where('company_id', '=', companyId)
    .where('closing', '=', closing.closing)
    .where('account', '=', account)
    .executeTakeFirst()
  if (!row || !hasFiguresOf(sealedBalance.parse(JSON.parse(row.content)), statement)) return { state: 'closed' }
  return { state: 'sealed', upTo: to, root: event.data.root, account, closing }
}

function hasFiguresOf(
  leaf: ReturnType<typeof sealedBalance.parse>,
  { from, opening, closing, totals }: StatementFigures,
): boolean {
  return (
    leaf.from === from &&
    leaf.opening === paiseOf(opening) &&
    leaf.received === paiseOf(totals.in) &&
    leaf.spent === paiseOf(totals.out) &&
    leaf.closing === paiseOf(closing) &&
    leaf.entries === totals.entries
  )
}
