import { kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { readLastVerificationsByCompany } from '@ledger/projections/verification/verification-store.ts'
import type { Pool } from 'pg'
import { type CompanyActivityAndLag, readCompanyActivityAndLag } from '../companies/company-activity-and-lag.ts'
import type { Company } from '../companies/company-directory.ts'
import { readCompanyDirectory } from '../companies/read-company-directory.ts'
import type { CommandResult } from './command-context.ts'

/**
 * `company list`: lists all companies with their size and state. For a person it prints a block of lines that fit 80
 * columns, unless a name or a host is longer.
 */
export async function listCompanies(pool: Pool): Promise<CommandResult> {
  const { companies } = await readCompanyDirectory(pool)
  const db = kyselyOverPool(pool)
  const [use, verified] = [await readCompanyActivityAndLag(db), await readLastVerificationsByCompany(db)]
  const listed = companies.map((company) => ({
    company,
    use: { ...use(company.companyId), lastVerification: verified.get(company.companyId) ?? null },
  }))
  const unwell = listed.filter(({ use }) => use.stopped.length > 0 || use.lastVerification?.ok === false)
  const lines = listed.flatMap(({ company, use }) => [...companyStatusLines(company, use), ''])
  if (unwell.length > 0) lines.push(`To be looked after, ${unwell.length} of ${listed.length}:`)
  for (const { company } of unwell) lines.push(`  ${company.hosts[0] ?? company.companyId} (${company.name})`)
  if (lines.at(-1) === '') lines.pop()
  const json = listed.map(({ company: { companyId: id, name, hosts, isDisabled: disabled }, use }) => ({
    ...{ id, name, hosts, disabled },
    ...use,
  }))
  return { ok: true, json: { companies: json }, lines }
}

/** The state of a company, and the later verification of its whole ledger or its read models. */
type CompanyStatus = CompanyActivityAndLag & { lastVerification: { at: string; ok: boolean } | null }

function companyStatusLines({ companyId, name, hosts, isDisabled }: Company, use: CompanyStatus): string[] {
  const { events, lag, stopped, lastUse, lastVerification: last } = use
  return [
    `${name}${isDisabled ? ', disabled' : ''}`,
    ...(hosts.length > 0 ? hosts : ['every host']).map((host) => `  at ${host}`),
    `  id ${companyId}`,
    `  ${events} events, read models ${lag} behind, last used ${lastUse ? toUtcMinute(lastUse) : 'never'}`,
    ...stopped.map(({ projection, before }) => `  stopped: ${projection}, before event ${before}`),
    last ? `  verified ${toUtcMinute(last.at)}${last.ok ? '' : ', and something was wrong'}` : '  never verified',
  ]
}

/** @param instant ISO 8601 in UTC */
const toUtcMinute = (instant: string) => `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`
