import { randomUUID } from 'node:crypto'
import { companyNameSchema } from '@ledger/contracts/text/text-schemas.ts'
import { connectPool } from '@ledger/database/connection/connection-pool.ts'
import { isMigrated } from '@ledger/migrations/migrate.ts'
import type { Pool } from 'pg'
import type { Company } from '../companies/company-directory.ts'
import { decryptPepper, newPepper } from '../companies/company-pepper-and-openid-secret.ts'
import { normalizeHostName } from '../companies/host-name.ts'
import {
  addCompany,
  addCompanyHost,
  companyRefusalMessage,
  removeCompanyHost,
  renameCompany,
  setCompanyDisabled,
} from '../companies/manage-companies.ts'
import { readCompanyDirectory } from '../companies/read-company-directory.ts'
import {
  type CommandContext,
  CommandError,
  type CommandResult,
  listCompanyNames,
  NO_LEDGER_MESSAGE,
  resolveCompany,
} from './command-context.ts'
import { companySettingsCommand, type OpenidProviderOptions } from './company-openid-provider-command.ts'
import { addAdmin, parseEmail } from './create-admin-command.ts'
import { readEncryptionSecrets } from './encryption-secrets.ts'
import { ignoreEndSignals } from './ignore-signals.ts'
import { listCompanies } from './list-companies.ts'

const COMPANY_USAGE = `Say what: company list
  company add "<name>" --host <host> --admin-email <e-mail>
  company hosts <company> [add|remove <host>]
  company settings <company> [--openid none|installation | --openid-issuer <url> --openid-client-id <id>]
  company rename <company> "<name>"
  company disable <company>
  company enable <company>`

const usageError = (why: string) => new CommandError(`${why}.\n${COMPANY_USAGE}`)

interface CompanyArguments {
  /** The words after `company`. */
  words: string[]
  hosts: string[]
  adminEmail: string | undefined
  settings: OpenidProviderOptions
  environment: NodeJS.ProcessEnv
}

/**
 * `company list | add | hosts | settings | rename | disable | enable`: lists and changes the companies, their hosts,
 * and whether their users may sign in.
 */
export async function companyCommand(terminal: CommandContext, asked: CompanyArguments): Promise<CommandResult> {
  const [what, ...words] = asked.words
  const work = {
    list: (pool: Pool) => listCommand(pool, words),
    add: (pool: Pool) => addCommand(pool, { ...asked, words }),
    hosts: (pool: Pool) => hostsCommand(pool, words),
    settings: (pool: Pool) => settingsCommand(terminal, pool, { ...asked, words }),
    rename: (pool: Pool) => renameCommand(pool, words),
    disable: (pool: Pool) => disableCommand(pool, words, true),
    enable: (pool: Pool) => disableCommand(pool, words, false),
  }[what ?? '']
  if (!work) throw new CommandError(COMPANY_USAGE)
  const onError = (error: Error) => process.stderr.write(`${error.message}\n`)
  const pool = connectPool(terminal.settings.databaseUrl, { name: 'site-ledger terminal', max: 2, onError })
  try {
    if (!(await isMigrated(pool))) throw new CommandError(NO_LEDGER_MESSAGE)
    return await work(pool)
  } finally {
    await pool.end()
  }
}

async function listCommand(pool: Pool, words: string[]): Promise<CommandResult> {
  if (words.length > 0) throw new CommandError(COMPANY_USAGE)
  return listCompanies(pool)
}

/** Makes a company together with its first admin, whose password is printed once. */
async function addCommand(
  pool: Pool,
  { words, hosts, environment, ...asked }: CompanyArguments,
): Promise<CommandResult> {
  const [given = '', ...more] = words
  const [{ data: name }, adminEmail] = [companyNameSchema.safeParse(given), parseEmail(asked.adminEmail)]
  if (given.trim() === '') throw usageError('Give the company a name')
  if (name === undefined) throw usageError('This name is too long, or has signs that cannot be shown')
  if (more.length > 0) throw usageError('Put the name into quotes')
  if (hosts.length === 0) throw usageError('Say by which host it is found, with --host')
  if (adminEmail === undefined) throw usageError('Give the e-mail address of its first admin, with --admin-email')
  const named = { name, hosts: [...new Set(hosts.map(parseHost))] }
  const [encryption, id] = [readEncryptionSecrets(environment), randomUUID()]
  const secret = newPepper(encryption, id)
  const admin = { companyId: id, pepper: decryptPepper(encryption, id, secret.encrypted), email: adminEmail }
  let adminPassword = ''
  const made = await addCompany(pool, {
    ...{ companyId: id, ...named, secrets: [secret] },
    async recordFirstEvents(log) {
      adminPassword = await addAdmin(log, admin)
      ignoreEndSignals()
    },
  })
  if ('refused' in made) throw new CommandError(companyRefusalMessage(made))
  const lines = [
    `${named.name} is there, at ${named.hosts.join(', ')}`,
    `Admin ${adminEmail}, password ${adminPassword} (shown this once)`,
  ]
  const { companies } = await readCompanyDirectory(pool)
  const [first] = companies
  if (first && companies.length === 2)
    lines.push(`Until now every host was ${first.name}’s; it is found at ${first.hosts.join(', ')} alone now`)
  lines.push(...sameNameWarning(name, id, companies))
  return { ok: true, json: { id, ...named, adminEmail, adminPassword }, lines }
}

/** Returns a warning where two companies have the same name, because their users cannot tell them apart by it. */
function sameNameWarning(called: string, id: string, companies: readonly Company[]): string[] {
  const others = companies.filter(({ companyId, name }) => companyId !== id && name === called)
  return others.length > 0 ? [`There is more than one ${called} now: this one, and ${listCompanyNames(others)}`] : []
}

/** Prints a company's hosts, or adds or removes one. */
async function hostsCommand(pool: Pool, [named, what, host, ...more]: string[]): Promise<CommandResult> {
  const isChange = host !== undefined && (what === 'add' || what === 'remove')
  if (named === undefined || more.length > 0 || (what !== undefined && !isChange)) throw new CommandError(COMPANY_USAGE)
  const { companyId } = await resolveCompany(pool, named)
  if (what === 'add' && !(await addCompanyHost(pool, companyId, parseHost(host)))) {
    const other = (await readCompanyDirectory(pool)).byHost.get(parseHost(host))
    throw new CommandError(`${parseHost(host)} belongs to ${other?.name ?? 'another company'}`)
  }
  const refusal = what === 'remove' ? await removeCompanyHost(pool, companyId, parseHost(host)) : undefined
  if (refusal === 'not_its') throw new CommandError(`${parseHost(host)} is none of its hosts`)
  if (refusal === 'its_last')
    throw new CommandError(`${parseHost(host)} is its last host: it would be found by none any more`)
  const { companyId: id, name, hosts: left } = await resolveCompany(pool, companyId)
  const line = left.length > 0 ? `${name}: ${left.join(', ')}` : `${name}: no host of its own`
  return { ok: true, json: { id, name, hosts: left }, lines: [line] }
}

/** Prints or changes a company's settings. */
function settingsCommand(
  terminal: CommandContext,
  pool: Pool,
  { words, settings, environment }: CompanyArguments,
): Promise<CommandResult> {
  const [named, ...more] = words
  if (named === undefined || more.length > 0) throw new CommandError(COMPANY_USAGE)
  return companySettingsCommand(terminal, pool, named, { given: settings, environment })
}

/** Renames a company: its screens have the name from the next time that they are loaded, its files at once. */
async function renameCommand(pool: Pool, [named, given, ...more]: string[]): Promise<CommandResult> {
  const { data: name } = companyNameSchema.safeParse(given)
  if (named === undefined || name === undefined || more.length > 0) throw new CommandError(COMPANY_USAGE)
  const { companyId: id, name: before } = await resolveCompany(pool, named)
  await renameCompany(pool, id, name)
  const { companies } = await readCompanyDirectory(pool)
  const lines = [`${before} is called ${name} now`, ...sameNameWarning(name, id, companies)]
  return { ok: true, json: { id, name, before }, lines }
}

/** Disables or enables a company; every process of the API notices that by itself. */
async function disableCommand(pool: Pool, [named, ...more]: string[], isDisabled: boolean): Promise<CommandResult> {
  if (named === undefined || more.length > 0) throw new CommandError(COMPANY_USAGE)
  const { companyId: id, name } = await resolveCompany(pool, named)
  await setCompanyDisabled(pool, id, isDisabled)
  const line = isDisabled
    ? `${name} is disabled: within seconds its people are let in no more`
    : `${name} is enabled: within seconds its people are let in again`
  return { ok: true, json: { id, name, disabled: isDisabled }, lines: [line] }
}

/** @throws CommandError for a text that names no host */
export function parseHost(text = ''): string {
  const host = normalizeHostName(text)
  if (host === undefined) throw new CommandError(`${text} is no host: give one like acme.example.in`)
  return host
}
