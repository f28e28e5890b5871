import { type Day, dayAfter } from '@ledger/contracts/dates.ts'
import { HEAD_OFFICE_ACCOUNT } from '@ledger/contracts/events/event-schemas.ts'
import { sealedBalance } from '@ledger/contracts/http/books/closing-and-seal-schemas.ts'
import type { Statement } from '@ledger/contracts/http/statements/statement-schemas.ts'
import { paiseOf } from '@ledger/contracts/money.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { StatementSubject } from '@ledger/projections/queries/statements/statement-subject.ts'
import type { Kysely } from 'kysely'
import { type Closings, closedUpTo } from '../../domain/closings/closings-state.ts'
import {
  closingsAfter,
  findSealedClosing,
  readClosingEvents,
  type SealInput,
  unsealedClosings,
} from './closings-of-log.ts'

/**
 * How far the period of a statement is closed. `sealed` only if its figures equal those of a sealed balance, `differs`
 * if that balance has other figures; `sealing` until the seal is made, `closed` where the period has none of its own.
 */
export type StatementSeal =
  | { state: 'open' | 'closed' | 'sealing' | 'differs' }
  | { state: 'sealed'; upTo: Day; root: string; account: string; closing: SealInput }

type ComparedFigures = Pick<Statement, 'from' | 'to' | 'opening' | 'closing'> & {
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
  statement: ComparedFigures,
): Promise<StatementSeal> {
  const events = await readClosingEvents(db, companyId)
  const closings = closingsAfter(events)
  const { from, to } = statement
  if (to === null || !isClosedUpTo(closings, to)) return { state: 'open' }
  const account = sealedAccountOf(subject)
  if (account === undefined) return { state: 'closed' }
  const unsealed = unsealedClosings(closings).find(({ upTo }) => upTo === to)
  if (unsealed) return { state: from === firstDayOfSeal(unsealed) ? 'sealing' : 'closed' }
  const seal = findSealedClosing(events, to)
  if (!seal || from !== firstDayOfSeal(seal.closing)) return { state: 'closed' }
  const { closing, event } = seal
  const row = await db
    .selectFrom('sealed_balances')
    .select('content')
    .where('company_id', '=', companyId)
    .where('closing', '=', closing.closing)
    .where('account', '=', account)
    .executeTakeFirst()
  // A seal has no balance of an account that had no entry.
  if (!row) return { state: isEmpty(statement) ? 'closed' : 'differs' }
  if (!hasFiguresOf(sealedBalance.parse(JSON.parse(row.content)), statement)) return { state: 'differs' }
  return { state: 'sealed', upTo: to, root: event.data.root, account, closing }
}

/**
 * Returns how far the period of a book is closed that no seal has, such as a cash book.
 * @param to the last day of the period; undefined where it is open
 */
export async function readBookState(
  db: Kysely<Database>,
  companyId: string,
  to: Day | undefined,
): Promise<{ state: 'open' | 'closed' }> {
  const closings = closingsAfter(await readClosingEvents(db, companyId))
  return { state: to !== undefined && isClosedUpTo(closings, to) ? 'closed' : 'open' }
}

function isClosedUpTo(closings: Closings, day: Day): boolean {
  const last = closedUpTo(closings)
  return last !== null && day <= last
}

/** Returns the first day of a closing; null where it begins with the ledger. */
const firstDayOfSeal = ({ after }: SealInput): Day | null => (after === null ? null : dayAfter(after))

const isEmpty = ({ opening, totals: { entries } }: ComparedFigures): boolean => entries === 0 && paiseOf(opening) === 0

function hasFiguresOf(
  leaf: ReturnType<typeof sealedBalance.parse>,
  { opening, closing, totals }: ComparedFigures,
): boolean {
  return (
    leaf.opening === paiseOf(opening) &&
    leaf.received === paiseOf(totals.in) &&
    leaf.spent === paiseOf(totals.out) &&
    leaf.closing === paiseOf(closing) &&
    leaf.entries === totals.entries
  )
}
