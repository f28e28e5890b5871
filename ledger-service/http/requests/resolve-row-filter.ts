import type { CompanyTransactionsQuery } from '@ledger/contracts/http/query-parameters.ts'
import type { ProjectionName } from '@ledger/contracts/projection-names-and-labels.ts'
import { WITHOUT_SITE } from '@ledger/contracts/public-account-id.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { findBeneficiary } from '@ledger/projections/queries/beneficiaries/beneficiary-lists.ts'
import { projectionsOfNames } from '@ledger/projections/queries/search/find-parties-named.ts'
import {
  readAllSiteSpans,
  readSiteSpans,
  type SiteSpan,
  wholeSpanOf,
} from '@ledger/projections/queries/sites/site-spans.ts'
import type { TransactionRowFilter } from '@ledger/projections/queries/transactions/transaction-query.ts'
import {
  readAccountsOnList,
  WORKLIST_PROJECTIONS,
  WORKLIST_QUERIES,
  worklistContext,
} from '@ledger/projections/queries/worklists/worklist-conditions.ts'
import { readOfficeLimits } from '@ledger/projections/read-models/worklists/office-limits.ts'
import type { Kysely } from 'kysely'
import type { CompanyContext } from '../company-context.ts'
import { resolveAccountId } from './resolve-account-id.ts'

type NamedFilter = Pick<CompanyTransactionsQuery, 'account' | 'site' | 'beneficiary' | 'worklist' | 'deleted'>

/** Returns the read models that a filter of entries reads besides the rows. */
export const projectionsOfFilter = ({
  q,
  purpose,
  beneficiary,
  worklist,
}: Partial<Pick<CompanyTransactionsQuery, 'q' | 'purpose' | 'beneficiary' | 'worklist'>>): ProjectionName[] => [
  ...projectionsOfNames(q),
  ...(purpose === undefined ? [] : (['purposes'] as const)),
  ...(beneficiary === undefined ? [] : (['beneficiaries'] as const)),
  ...(worklist === undefined ? [] : WORKLIST_PROJECTIONS),
]

/**
 * Returns the account, the site, the beneficiary and the worklist of a list of all accounts in the form of its queries;
 * undefined where no row can match: no account has the id, the account never worked at the site, or the settings switch
 * the worklist off. A site has the rows of its supervisors, on the days of their assignments; without a site are those
 * of supervisors on other days. A beneficiary has the rows of all its spellings.
 */
export async function resolveRowFilter(
  company: CompanyContext,
  { account, site, beneficiary, worklist, deleted }: NamedFilter,
): Promise<Pick<TransactionRowFilter, 'accountId' | 'spans' | 'beneficiaries' | 'conditions' | 'deleted'> | undefined> {
  const accountId = account === undefined ? undefined : await resolveAccountId(company, account)
  if (account !== undefined && accountId === undefined) return undefined
  const ofSite = site === undefined ? undefined : await resolveSiteSpans(company, site, accountId)
  const { officeDb, companyId, clock } = company
  const context = worklist && worklistContext(companyId, await readOfficeLimits(officeDb, companyId), clock())
  const onList = context && (await readAccountsOnList(officeDb, worklist, context))
  const spans = onList === undefined ? ofSite : spansOfAccounts(onList, ofSite, accountId)
  if (spans?.length === 0) return undefined
  const beneficiaries = await resolveBeneficiary(officeDb, companyId, beneficiary)
  const found = { ...narrowestFilter(accountId, spans), beneficiaries, deleted }
  if (worklist === undefined || context === undefined) return found
  const { rows, hasDeleted } = WORKLIST_QUERIES[worklist]
  const conditions = rows(context)
  return conditions && { ...found, conditions, deleted: deleted ?? (hasDeleted ? 'include' : undefined) }
}

/** Returns the ids of all spellings of a beneficiary; undefined where a filter has none. */
export async function resolveBeneficiary(
  db: Kysely<Database>,
  companyId: string,
  id: string | undefined,
): Promise<readonly string[] | undefined> {
  return id === undefined ? undefined : ((await findBeneficiary(db, companyId, id))?.paidIds ?? [id])
}

/**
 * Returns the inner id of the incharge of a site; undefined where no incharge has the public id: a supervisor is no
 * site.
 */
export const resolveSite = async (company: CompanyContext, site: string): Promise<string | undefined> =>
  site.startsWith('supervisor_') ? undefined : resolveAccountId(company, site)

/**
 * Returns the entries of a site, or of supervisors on days without one, of one account where it is given; none where no
 * incharge has the id.
 */
async function resolveSiteSpans(
  company: CompanyContext,
  site: string,
  accountId: string | undefined,
): Promise<SiteSpan[]> {
  const spans = site === WITHOUT_SITE ? await readSpansWithoutSite(company) : await readSpansOfSite(company, site)
  return spans.filter((span) => accountId === undefined || span.accountId === accountId)
}

async function readSpansOfSite(company: CompanyContext, site: string): Promise<SiteSpan[]> {
  const siteId = await resolveSite(company, site)
  return siteId === undefined ? [] : readSiteSpans(company.officeDb, company.companyId, siteId)
}

const readSpansWithoutSite = async ({ officeDb, companyId }: CompanyContext): Promise<SiteSpan[]> =>
  (await readAllSiteSpans(officeDb, companyId)).filter(({ isWithoutSite }) => isWithoutSite)

/** Returns the spans of a site, or else all entries, of these accounts, or of one of them where it is given. */
const spansOfAccounts = (
  accounts: ReadonlySet<string>,
  ofSite: readonly SiteSpan[] | undefined,
  accountId: string | undefined,
): SiteSpan[] =>
  (ofSite ?? [...accounts].map(wholeSpanOf)).filter(
    (span) => accounts.has(span.accountId) && (accountId === undefined || span.accountId === accountId),
  )

/** A site without supervisors is its incharge: the sums of one account are stored. */
function narrowestFilter(
  accountId: string | undefined,
  spans: readonly SiteSpan[] | undefined,
): Pick<TransactionRowFilter, 'accountId' | 'spans'> {
  const [only, ...others] = spans ?? []
  if (only === undefined) return { accountId }
  const isWhole = others.length === 0 && only.from === undefined && only.until === undefined
  return isWhole ? { accountId: only.accountId } : { accountId: undefined, spans }
}
