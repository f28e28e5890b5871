import {
  type CashBookQuery,
  COMPANY_BOOK,
} from '@ledger/contracts/http/reports/account-ledger-and-cash-book-schemas.ts'
import { findAccountName } from '@ledger/projections/queries/account-lookups.ts'
import type { BookSpans } from '@ledger/projections/queries/cash-book.ts'
import { readSiteSpans, wholeSpanOf } from '@ledger/projections/queries/sites/site-spans.ts'
import type { CompanyContext } from '../company-context.ts'
import { HttpRefusal } from '../errors.ts'
import { resolveAccountId } from './resolve-account-id.ts'
import { resolveSite } from './resolve-row-filter.ts'

/** The current names of an account, or of the incharge of a site. */
interface Named {
  name: string
  site: string | null
}

/**
 * Returns an account by its public id, with its current names.
 * @throws HttpRefusal not_found where no account has the id
 */
export async function resolveNamedAccount(company: CompanyContext, id: string): Promise<Named & { accountId: string }> {
  const accountId = await resolveAccountId(company, id)
  const named =
    accountId === undefined ? undefined : await findAccountName(company.officeDb, company.companyId, accountId)
  if (accountId === undefined || !named) throw new HttpRefusal('not_found')
  return { accountId, ...named }
}

/**
 * Returns a site by the public id of its incharge, with the current names.
 * @throws HttpRefusal not_found where no incharge has the id
 */
export async function resolveNamedSite(company: CompanyContext, id: string): Promise<Named & { siteId: string }> {
  const siteId = await resolveSite(company, id)
  const named = siteId === undefined ? undefined : await findAccountName(company.officeDb, company.companyId, siteId)
  if (siteId === undefined || !named) throw new HttpRefusal('not_found')
  return { siteId, ...named }
}

/** Returns the entries of a cash book, with the names of its account or site; the company needs none. */
export async function resolveCashBook(
  company: CompanyContext,
  { account, site }: Pick<CashBookQuery, 'account' | 'site'>,
): Promise<{ spans: BookSpans; of: Named & { kind: 'account' | 'site' | 'company' } }> {
  if (account === COMPANY_BOOK) return { spans: 'company', of: { kind: 'company', name: '', site: null } }
  if (site !== undefined) {
    const { siteId, ...named } = await resolveNamedSite(company, site)
    const spans = await readSiteSpans(company.officeDb, company.companyId, siteId)
    return { spans, of: { kind: 'site', ...named } }
  }
  const { accountId, ...named } = await resolveNamedAccount(company, account ?? '')
  return { spans: [wholeSpanOf(accountId)], of: { kind: 'account', ...named } }
}
