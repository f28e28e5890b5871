import { dayOf } from '@ledger/contracts/dates.ts'
import { HEAD_OFFICE_ACCOUNT } from '@ledger/contracts/events/event-schemas.ts'
import type { SealedBalanceAnswer } from '@ledger/contracts/http/books/closing-and-seal-schemas.ts'
import type {
  StatementSubjectParams,
  statementFileQueryParams,
} from '@ledger/contracts/http/statements/statement-schemas.ts'
import { findAccountName } from '@ledger/projections/queries/account-lookups.ts'
import { findBeneficiary } from '@ledger/projections/queries/beneficiaries/beneficiary-lists.ts'
import { LEDGER_PROJECTIONS } from '@ledger/projections/queries/read-at-one-state.ts'
import { readStatementPage } from '@ledger/projections/queries/statements/statement.ts'
import {
  type AskedSubject,
  resolveSubject,
  type StatementSubject,
  statementRowFilter,
} from '@ledger/projections/queries/statements/statement-subject.ts'
import { readTransactionTotals } from '@ledger/projections/queries/transactions/transaction-totals.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { StatementOf } from '../../../exports/books/statement-as-book.ts'
import { proveSealedBalance, requireLeavesUpTo } from '../../../proof/seals/prove-sealed-balance.ts'
import { findStatementSeal, sealedAccountOf } from '../../../proof/seals/statement-seal.ts'
import { appendExportEvent } from '../../append-export-event.ts'
import type { CompanyContext } from '../../company-context.ts'
import { routeDefiner } from '../../define-route.ts'
import { HttpRefusal } from '../../errors.ts'
import { currentUser, publicIdOfUser } from '../../plugins/session.ts'
import { resolveNamedAccount, resolveNamedSite } from '../../requests/resolve-book-subject.ts'
import { setLagHeader } from '../../responses/pagination-and-lag-headers.ts'
import { sendFileWithProgress } from '../../streams/long-running-response.ts'
import { proverOf } from '../audit/company-prover.ts'
import { bookFileName, FILE_CONTENT_TYPES, readBookHead } from './book-file-name-and-head.ts'

/** The most rows of a file: half of what a sheet can have, and what the process that makes it can hold. */
const MAX_FILE_ROWS = 500_000

/** The read models that a statement reads, with those of the names and of the voucher numbers. */
const STATEMENT_PROJECTIONS = ['directory', 'beneficiaries', 'purposes', 'vouchers', ...LEDGER_PROJECTIONS] as const

/** Registers statements and their files. */
export function registerStatementRoutes(app: FastifyInstance): void {
  const route = routeDefiner(app)

  route('statement', async ({ company, query, reply }) => {
    const lag = await company.freshness.waitUntilCurrent(...STATEMENT_PROJECTIONS)
    setLagHeader(reply, lag)
    const { asked, of } = await resolveTarget(company, query)
    const read = await readStatementPage({ ...company, db: company.officeDb }, asked, query)
    if ('refused' in read) throw new HttpRefusal(read.refused)
    const { subject, page } = read
    await requireLeavesOf(company, subject, query.to)
    const seal = await findStatementSeal(company.officeDb, company.companyId, subject, page)
    const sealed = seal.state === 'sealed' ? { upTo: seal.upTo, root: seal.root } : null
    // Figures without the newest entries are not compared with the seal.
    return { of, ...page, sealed, sealState: lag > 0 && seal.state === 'differs' ? 'sealing' : seal.state }
  })

  route('statementFile', ({ company, query, request, reply }) =>
    sendStatementFile(company, { request, reply }, query, () => resolveTarget(company, query)),
  )

  route('siteStatementFile', ({ company, query, request, reply }) =>
    sendStatementFile(company, { request, reply }, query, () => ownTarget(company, request)),
  )
}

/**
 * Sends the file of a statement, and records the export before.
 * @param resolve returns what it is a statement of, once the read models are current
 * @throws HttpRefusal unavailable where the read models lag, too_many_rows, and for json not_signed_yet for at most a
 *   minute after the seal
 */
async function sendStatementFile(
  company: CompanyContext,
  exchange: { request: FastifyRequest; reply: FastifyReply },
  query: FileOfPeriod,
  resolve: () => Promise<StatementTarget>,
) {
  const { officeDb: db, companyId, freshness } = company
  const { format, language, from, to } = query
  // A file has to be complete; at the next try the read models have caught up.
  if ((await freshness.waitUntilCurrent(...STATEMENT_PROJECTIONS)) > 0) throw new HttpRefusal('unavailable')
  const { asked, of } = await resolve()
  const subject = await resolveSubject(db, companyId, asked)
  const { count } = await readTransactionTotals(db, companyId, statementRowFilter(subject, { from, to }))
  if (count > MAX_FILE_ROWS) throw new HttpRefusal('too_many_rows')
  await requireLeavesOf(company, subject, to)
  const isProved = format === 'json' || format === 'pdf'
  const proof = isProved ? await proveStatement(company, subject, to, exchange) : undefined
  // Paper is of use without the code of its proof, the file that is to be checked is not.
  if (format === 'json' && proof === 'not_signed_yet') throw new HttpRefusal(proof)
  await appendExportEvent(company, exchange.request, { report: 'statement', format, rows: count })
  const head = await readBookHead(company, language)
  const input = {
    format,
    asked,
    period: { from, to },
    of,
    head,
    proof: typeof proof === 'string' ? undefined : proof,
  }
  return sendFileWithProgress(
    exchange,
    company.streams,
    (onProgress) => company.jobPools.fileExports.stream('statementFile', input, onProgress),
    { type: FILE_CONTENT_TYPES[format], name: `${bookFileName('statement', query)}.${format}` },
  )
}

/** The subject of a statement, for its rows and for its head. */
interface StatementTarget {
  asked: AskedSubject
  of: StatementOf
}

type FileOfPeriod = Pick<z.infer<typeof statementFileQueryParams>, 'format' | 'language' | 'from' | 'to'>

/**
 * Returns the account of the session.
 * @throws HttpRefusal unauthorized where the account is gone
 */
async function ownTarget(company: CompanyContext, request: FastifyRequest): Promise<StatementTarget> {
  const user = currentUser(request)
  const { accountId } = user
  const named = await findAccountName(company.db, company.companyId, accountId)
  if (!named) throw new HttpRefusal('unauthorized')
  return { asked: { kind: 'account', accountId }, of: { kind: 'account', id: publicIdOfUser(user), ...named } }
}

/** @throws HttpRefusal not_found where the id names nothing */
async function resolveTarget(
  company: CompanyContext,
  { account, beneficiary, site }: StatementSubjectParams,
): Promise<StatementTarget> {
  const { officeDb: db, companyId } = company
  const noName = { id: null, name: null, site: null }
  if (account === HEAD_OFFICE_ACCOUNT)
    return { asked: { kind: 'head_office' }, of: { ...noName, kind: 'head_office', id: account } }
  if (beneficiary !== undefined) {
    const found = await findBeneficiary(db, companyId, beneficiary)
    if (found === undefined) throw new HttpRefusal('not_found')
    const { id, name } = found
    return {
      asked: { kind: 'beneficiary', beneficiaryId: beneficiary },
      of: { kind: 'beneficiary', id, name, site: null },
    }
  }
  if (site !== undefined) {
    const { siteId, ...of } = await resolveNamedSite(company, site)
    return { asked: { kind: 'site', siteId, today: dayOf(company.clock()) }, of: { kind: 'site', id: site, ...of } }
  }
  if (account === undefined) return { asked: { kind: 'company' }, of: { ...noName, kind: 'company' } }
  const { accountId, ...of } = await resolveNamedAccount(company, account)
  return { asked: { kind: 'account', accountId }, of: { kind: 'account', id: account, ...of } }
}

/** Stores the leaves of the seal that a statement up to a day may have, where a restore has left them out. */
async function requireLeavesOf(
  { officeDb: db, companyId, sealing }: CompanyContext,
  subject: StatementSubject,
  upTo: string | undefined,
): Promise<void> {
  if (upTo !== undefined && sealedAccountOf(subject) !== undefined)
    await requireLeavesUpTo({ db, companyId, sealing }, upTo)
}

/** Returns the proof of the balance that a statement up to a day may have, or why there is none. */
async function proveStatement(
  company: CompanyContext,
  subject: StatementSubject,
  upTo: string | undefined,
  exchange: { request: FastifyRequest; reply: FastifyReply },
): Promise<SealedBalanceAnswer | 'not_found' | 'not_signed_yet'> {
  const account = sealedAccountOf(subject)
  if (account === undefined || upTo === undefined) return 'not_found'
  const { officeDb: db, companyId, sealing, streams } = company
  const signal = streams.signalWhileConnected(exchange)
  const asked = { account, upTo, withEntries: false }
  return proveSealedBalance({ db, companyId, sealing, prover: proverOf(company) }, asked, { signal })
}
