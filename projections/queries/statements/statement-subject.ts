import type { Day } from '@ledger/contracts/dates.ts'
import type { PeriodQuery } from '@ledger/contracts/http/query-parameters.ts'
import type { StatementKind } from '@ledger/contracts/http/statements/statement-schemas.ts'
import type { CompanyTransaction } from '@ledger/contracts/http/transaction-schemas.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { findBeneficiary } from '../beneficiaries/beneficiary-lists.ts'
import type { ReadScope } from '../read-at-one-state.ts'
import { readSiteSpans, type SiteSpan } from '../sites/site-spans.ts'
import type { TransactionRowFilter } from '../transactions/transaction-query.ts'

/**
 * The subject that a statement is asked for, by ids that stay. Its people or spellings change, and are read with the
 * rows. Ids are inner ones.
 */
export type AskedSubject =
  | PlainSubject
  | (Pick<SiteSubject, 'kind' | 'today'> & { siteId: string })
  | (Pick<BeneficiarySubject, 'kind'> & { beneficiaryId: string })

/** The subject of a statement as one snapshot of the database has it. */
export type StatementSubject = PlainSubject | SiteSubject | BeneficiarySubject

type PlainSubject =
  | { kind: Extract<StatementKind, 'account'>; accountId: string }
  | { kind: Extract<StatementKind, 'head_office' | 'company'> }

interface BeneficiarySubject {
  kind: Extract<StatementKind, 'beneficiary'>
  /** The ids of all spellings that were ever paid. */
  beneficiaryIds: readonly string[]
}

/** A site with the people who work there, each on the days of the assignment; `today` ends a period without an end. */
export interface SiteSubject {
  kind: Extract<StatementKind, 'site'>
  spans: readonly SiteSpan[]
  today: Day
}

/** Returns the subject with its people or spellings. */
export async function resolveSubject(
  db: Kysely<Database>,
  companyId: string,
  asked: AskedSubject,
): Promise<StatementSubject> {
  if (asked.kind === 'site')
    return { kind: 'site', spans: await readSiteSpans(db, companyId, asked.siteId), today: asked.today }
  if (asked.kind !== 'beneficiary') return asked
  const found = await findBeneficiary(db, companyId, asked.beneficiaryId)
  return { kind: 'beneficiary', beneficiaryIds: found?.paidIds ?? [asked.beneficiaryId] }
}

/** Returns the function that resolves the subject of a statement in a snapshot, for `readAtOneState`. */
export const scopeOfStatement =
  (companyId: string, asked: AskedSubject) =>
  async (snapshot: Kysely<Database>): Promise<ReadScope & { subject: StatementSubject }> => {
    const subject = await resolveSubject(snapshot, companyId, asked)
    return { ...scopeOf(subject), subject }
  }

function scopeOf(subject: StatementSubject): ReadScope {
  switch (subject.kind) {
    case 'account':
      return { accountIds: [subject.accountId] }
    case 'site':
      return {
        accountIds: [...new Set(subject.spans.map(({ accountId }) => accountId))],
        movedBy: ['SupervisorAssigned'],
        foundIn: 'directory',
      }
    case 'beneficiary':
      return {
        movedBy: ['BeneficiaryRenamed', 'BeneficiariesMerged', 'BeneficiariesUnmerged'],
        foundIn: 'beneficiaries',
      }
    case 'head_office':
    case 'company':
      return {}
  }
}

/** Returns the filter of the rows of a statement. */
export function statementRowFilter(subject: StatementSubject, { from, to }: PeriodQuery): TransactionRowFilter {
  const filter = { q: undefined, type: undefined, bill: undefined, accountId: undefined, from, to }
  switch (subject.kind) {
    case 'beneficiary':
      return { ...filter, beneficiaries: subject.beneficiaryIds }
    case 'head_office':
      return { ...filter, type: 'credit', conditions: [sql`transfer_from IS NULL`] }
    case 'company':
      return filter
    case 'account':
      return { ...filter, accountId: subject.accountId }
    case 'site':
      return { ...filter, spans: subject.spans }
  }
}

/**
 * Returns whether a row is money that came in. A beneficiary receives what an account pays, and head office pays what
 * an account receives: as in the trial balance.
 */
export function isMoneyIn({ kind }: StatementSubject, type: 'credit' | 'debit'): boolean {
  return kind === 'beneficiary' || (kind !== 'head_office' && type === 'credit')
}

/** `isMoneyIn` for the column `type`. */
export const isMoneyInSql = ({ kind }: StatementSubject): RawBuilder<boolean> =>
  kind === 'beneficiary' ? sql`true` : kind === 'head_office' ? sql`false` : sql`type = 'credit'`

/** Returns who paid or was paid, seen from the subject; null for head office. */
export function partyOfRow({ kind }: StatementSubject, row: CompanyTransaction): string | null {
  if (kind === 'beneficiary' || kind === 'head_office') return row.accountName
  return row.type === 'credit' ? row.transferFrom : row.recipient
}
