import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import type { Queryable } from '@ledger/database/connection/queryable.ts'
import { isMigrated } from '@ledger/migrations/migrate.ts'
import { type Company, companyByHostOrId, onlyCompany } from '../companies/company-directory.ts'
import { readCompanyDirectory } from '../companies/read-company-directory.ts'
import type { SignerConfiguration } from '../proof/signer/signer-configuration.ts'

/** Thrown for a command that cannot be executed, with one sentence for the person at the terminal. */
export class CommandError extends Error {
  readonly exitCode: number
  constructor(sentence: string, exitCode = 1) {
    super(sentence)
    this.exitCode = exitCode
  }
}

export const NO_LEDGER_MESSAGE = 'There is no ledger in this database yet: start Site Ledger once.'

/** The exit code of an ambiguous command: it names no company where there are several, or gives a value twice. */
export const AMBIGUOUS_EXIT_CODE = 2

/** The environment of a command: the database, the data directory, and a function to report progress. */
export interface CommandContext {
  settings: SignerConfiguration
  /** `--company`: an id or a host. */
  company: string | undefined
  progress: (line: string) => void
}

/** The result of a command: `json` for `--json`, `lines` for a person; `ok` decides the exit code. */
export interface CommandResult {
  ok: boolean
  json: object
  lines: string[]
}

export type OpenLedger = Awaited<ReturnType<typeof openLedger>>

async function openLedger({ settings, company }: CommandContext) {
  // A server that stops right afterwards ends connections that are still closing: this is no error, and is not printed.
  const ending = new AbortController()
  const onError = (error: Error) => {
    if (!ending.signal.aborted) process.stderr.write(`${error.message}\n`)
  }
  const pool = connectPool(settings.databaseUrl, { name: 'site-ledger terminal', max: 3, onError })
  try {
    const { companyId } = await resolveCompany(pool, company)
    const isOnly = onlyCompany(await readCompanyDirectory(pool)) !== undefined
    return { pool, db: kyselyOverPool(pool), companyId, isOnly, onError, ending }
  } catch (error) {
    await pool.end()
    throw error
  }
}

/**
 * Returns the company of a command: the one named by its id or a host, else the only one.
 * @throws CommandError if there is none, if no company has the name, and, with exit code 2, if there are several and
 *   none was named
 */
export async function resolveCompany(pool: Queryable, named: string | undefined): Promise<Company> {
  const directory = (await isMigrated(pool)) ? await readCompanyDirectory(pool) : undefined
  const [only, another] = directory?.companies ?? []
  if (!directory || !only) throw new CommandError(NO_LEDGER_MESSAGE)
  const there = listCompanyNames(directory.companies)
  if (named !== undefined) {
    const company = companyByHostOrId(named, directory)
    if (company) return company
    // Several companies may have the same name, so a name selects none.
    const called = listCompanyNames(directory.companies.filter(({ name }) => name === named))
    throw new CommandError(
      `No company here is ${named}; ${called === '' ? `there is ${there}` : `called so is ${called}`}`,
    )
  }
  if (another)
    throw new CommandError(`Say of which company, with --company <host or id>: there is ${there}`, AMBIGUOUS_EXIT_CODE)
  return only
}

/** The limit of names in a sentence: a list of a thousand would not be read. */
const MAX_NAMES_LISTED = 10

/** Returns companies by their first hosts, or their ids, which are unique. */
export function listCompanyNames(companies: readonly Company[]): string {
  const names = companies
    .slice(0, MAX_NAMES_LISTED)
    .map(({ companyId, name, hosts }) => `${hosts[0] ?? companyId} (${name})`)
  const more = companies.length - names.length
  return `${names.join(', ')}${more > 0 ? ` and ${more} more (company list)` : ''}`
}

export async function withLedger<Done extends CommandResult>(
  terminal: CommandContext,
  work: (opened: OpenLedger) => Promise<Done>,
): Promise<Done> {
  const opened = await openLedger(terminal)
  try {
    return await work(opened)
  } finally {
    opened.ending.abort()
    await opened.db.destroy()
  }
}
