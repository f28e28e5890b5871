import { randomUUID } from 'node:crypto'
import { companyName } from '@ledger/contracts/text.ts'
import { connectPool } from '@ledger/database/connect.ts'
import { isMigrated } from '@ledger/migrations/migrate.ts'
import type { Pool } from 'pg'
import type { Company } from '../companies/directory.ts'
import { hostName } from '../companies/host-name.ts'
import { readDirectory } from '../companies/read.ts'
import { newPepper, openPepper } from '../companies/secrets.ts'
import { addCompany, addHost, removeHost, renameCompany, sentenceFor, setDisabled } from '../companies/write.ts'
import { CannotDo, NOTHING_YET, namesOf, type Outcome, type Terminal, theCompany } from './commands.ts'
import { listCompanies } from './company-list.ts'
import { companySettings, type GivenSettings } from './company-settings.ts'
import { newAdmin, readEmail, sealingOf } from './create-admin.ts'
import { tooLateToEnd } from './too-late.ts'

const HOW = `Say what: company list
  company add "<name>" --host <host> --admin-email <e-mail>
  company hosts <company> [add|remove <host>]
  company settings <company> [--openid none|installation | --openid-issuer <url> --openid-client-id <id>]
  company rename <company> "<name>"
  company disable <company>
  company enable <company>`

const notSo = (why: string) => new CannotDo(`${why}.\n${HOW}`)

interface Asked {
  /** The words after `company`. */
  words: string[]
  hosts: string[]
  adminEmail: string | undefined
  settings: GivenSettings
  environment: NodeJS.ProcessEnv
}

/**
 * `company list | add | hosts | settings | rename | disable | enable`: lists and changes the companies, their hosts,
 * and whether their users may sign in.
 */
export async function company(terminal: Terminal, asked: Asked): Promise<Outcome> {
  const [what, ...words] = asked.words
  const work = {
    list: (pool: Pool) => list(pool, words),
    add: (pool: Pool) => add(pool, { ...asked, words }),
    hosts: (pool: Pool) => hosts(pool, words),
    settings: (pool: Pool) => settings(terminal, pool, { ...asked, words }),
    rename: (pool: Pool) => rename(pool, words),
    disable: (pool: Pool) => disable(pool, words, true),
    enable: (pool: Pool) => disable(pool, words, false),
  }[what ?? '']
  if (!work) throw new CannotDo(HOW)
  const onError = (error: Error) => process.stderr.write(`${error.message}\n`)
  const pool = connectPool(terminal.settings.databaseUrl, { name: 'site-ledger terminal', max: 2, onError })
  try {
    if (!(await isMigrated(pool))) throw new CannotDo(NOTHING_YET)
    return await work(pool)
  } finally {
    await pool.end()
  }
}

async function list(pool: Pool, words: string[]): Promise<Outcome> {
  if (words.length > 0) throw new CannotDo(HOW)
  return listCompanies(pool)
}

/** Makes a company together with its first admin, whose password is printed once. */
async function add(pool: Pool, { words, hosts, environment, ...asked }: Asked): Promise<Outcome> {
  const [given = '', ...more] = words
  const [{ data: name }, adminEmail] = [companyName.safeParse(given), readEmail(asked.adminEmail)]
  if (given.trim() === '') throw notSo('Give the company a name')
  if (name === undefined) throw notSo('This name is too long, or has signs that cannot be shown')
  if (more.length > 0) throw notSo('Put the name into quotes')
  if (hosts.length === 0) throw notSo('Say by which host it is found, with --host')
  if (adminEmail === undefined) throw notSo('Give the e-mail address of its first admin, with --admin-email')
  const named = { name, hosts: [...new Set(hosts.map(asHost))] }
  const [sealing, id] = [sealingOf(environment), randomUUID()]
  const secret = newPepper(sealing, id)
  const admin = { companyId: id, pepper: openPepper(sealing, id, secret.sealed), email: adminEmail }
  let adminPassword = ''
  const made = await addCompany(pool, {
    ...{ companyId: id, ...named, secrets: [secret] },
    async begin(log) {
      adminPassword = await newAdmin(log, admin)
      tooLateToEnd()
    },
  })
  if ('refused' in made) throw new CannotDo(sentenceFor(made))
  const lines = [
    `${named.name} is there, at ${named.hosts.join(', ')}`,
    `Admin ${adminEmail}, password ${adminPassword} (shown this once)`,
  ]
  const { companies } = await readDirectory(pool)
  const [first] = companies
  if (first && companies.length === 2)
    lines.push(`Until now every host was ${first.name}’s; it is found at ${first.hosts.join(', ')} alone now`)
  lines.push(...alsoCalled(name, id, companies))
  return { ok: true, json: { id, ...named, adminEmail, adminPassword }, lines }
}

/** Returns a warning where two companies have the same name, because their users cannot tell them apart by it. */
function alsoCalled(called: string, id: string, companies: readonly Company[]): string[] {
  const others = companies.filter(({ companyId, name }) => companyId !== id && name === called)
  return others.length > 0 ? [`There is more than one ${called} now: this one, and ${namesOf(others)}`] : []
}

/** Prints a company's hosts, or adds or removes one. */
async function hosts(pool: Pool, [named, what, host, ...more]: string[]): Promise<Outcome> {
  const isChange = host !== undefined && (what === 'add' || what === 'remove')
  if (named === undefined || more.length > 0 || (what !== undefined && !isChange)) throw new CannotDo(HOW)
  const { companyId } = await theCompany(pool, named)
  if (what === 'add' && !(await addHost(pool, companyId, asHost(host)))) {
    const other = (await readDirectory(pool)).byHost.get(asHost(host))
    throw new CannotDo(`${asHost(host)} belongs to ${other?.name ?? 'another company'}`)
  }
  const kept = what === 'remove' ? await removeHost(pool, companyId, asHost(host)) : undefined
  if (kept === 'not_its') throw new CannotDo(`${asHost(host)} is none of its hosts`)
  if (kept === 'its_last') throw new CannotDo(`${asHost(host)} is its last host: it would be found by none any more`)
  const { companyId: id, name, hosts: left } = await theCompany(pool, companyId)
  const line = left.length > 0 ? `${name}: ${left.join(', ')}` : `${name}: no host of its own`
  return { ok: true, json: { id, name, hosts: left }, lines: [line] }
}

/** Prints or changes a company's settings. */
function settings(terminal: Terminal, pool: Pool, { words, settings, environment }: Asked): Promise<Outcome> {
  const [named, ...more] = words
  if (named === undefined || more.length > 0) throw new CannotDo(HOW)
  return companySettings(terminal, pool, named, { given: settings, environment })
}

/** Renames a company: its screens have the name from the next time that they are loaded, its files at once. */
async function rename(pool: Pool, [named, given, ...more]: string[]): Promise<Outcome> {
  const { data: name } = companyName.safeParse(given)
  if (named === undefined || name === undefined || more.length > 0) throw new CannotDo(HOW)
  const { companyId: id, name: before } = await theCompany(pool, named)
  await renameCompany(pool, id, name)
  const { companies } = await readDirectory(pool)
  const lines = [`${before} is called ${name} now`, ...alsoCalled(name, id, companies)]
  return { ok: true, json: { id, name, before }, lines }
}

/** Disables or enables a company; every process of the API notices that by itself. */
async function disable(pool: Pool, [named, ...more]: string[], isDisabled: boolean): Promise<Outcome> {
  if (named === undefined || more.length > 0) throw new CannotDo(HOW)
  const { companyId: id, name } = await theCompany(pool, named)
  await setDisabled(pool, id, isDisabled)
  const line = isDisabled
    ? `${name} is disabled: within seconds nobody of it is let in any more`
    : `${name} is enabled: within seconds its people are let in again`
  return { ok: true, json: { id, name, disabled: isDisabled }, lines: [line] }
}

/** @throws CannotDo for a text that names no host */
export function asHost(text = ''): string {
  const host = hostName(text)
  if (host === undefined) throw new CannotDo(`${text} is no host: give one like acme.example.in`)
  return host
}
