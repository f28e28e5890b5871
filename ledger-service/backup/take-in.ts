import { commit } from '@ledger/database/commit.ts'
import { clientSettings } from '@ledger/database/connect.ts'
import { FIRST_COMPANY_LOCK, migrate } from '@ledger/migrations/migrate.ts'
import { Client } from 'pg'
import { hidePassword, showPassword } from '../access/password-copy.ts'
import { keyFromSecret } from '../access/secrets.ts'
import { readDirectory } from '../companies/read.ts'
import { type SealedSecret, type Sealing, sealSecret } from '../companies/secrets.ts'
import { insertCompany, sentenceFor, whyNot } from '../companies/write.ts'
import { SIGNERS_FILE } from '../proof/signers-files.ts'
import { CannotRestore, COMPANY_KEYS, type CompanyHeader, type Section } from './format.ts'
import { readBackup } from './read.ts'
import { SignersMemory } from './signers-memory.ts'
import { LOADING, type Sink, tableSink } from './sinks.ts'

export interface TakingIn {
  /** Of the tables' owner. */
  databaseUrl: string
  dataDirectory: string
  file: string
  passphrase: string
  hosts: readonly string[]
  sealing: () => Sealing
  header: CompanyHeader
  /** By the names of their sections. */
  keys: ReadonlyMap<string, string>
  counts: Readonly<Record<string, number>>
  onProgress: (line: string) => void
}

/**
 * Takes one company in, into an empty database or beside others, while they work: its rows in one transaction, its own keys beside the installation's.
 * The files of the signer are whole before that transaction ends, and nobody looks for them before it has.
 * @throws CannotRestore where the company is here already, a host is another's, or the schema is not that of the backup
 */
export async function takeIn(given: TakingIn): Promise<void> {
  const { databaseUrl, header, onProgress } = given
  const client = new Client(clientSettings(databaseUrl, LOADING))
  // A connection that drops: the query under way says so.
  client.on('error', () => undefined)
  await client.connect()
  const files = new SignersMemory(given.dataDirectory, header.heads[0].companyId, given.keys.get(COMPANY_KEYS.seed))
  let isCommitting = false
  let wasMade = false
  try {
    wasMade = await provideSchema(client, given)
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [FIRST_COMPANY_LOCK])
    const hosts = await hostsHere(client, given)
    files.requireFree()
    const { sealing, secrets } = secretsHere(given)
    await insertCompany(client, { companyId: header.heads[0].companyId, name: header.company.name, hosts, secrets })
    await load(client, given, files, sealing)
    onProgress('keeping its checkpoints')
    await files.keep()
    isCommitting = true
    await commit(client)
  } catch (error) {
    // A commit without an answer may have been one.
    if (!isCommitting) await files.takeBack()
    throw error
  } finally {
    await client.end()
  }
  if (wasMade) await migrate(databaseUrl)
}

/**
 * In an empty database the schema is made as it was when the backup was written; another is not changed under those who work.
 * @returns whether it was made, and may have to be brought up to date
 */
async function provideSchema(client: Client, { databaseUrl, header }: TakingIn): Promise<boolean> {
  const there = await client.query<{ there: boolean }>(`SELECT to_regclass('companies') IS NOT NULL AS there`)
  const isEmpty = !there.rows[0]?.there || (await client.query('SELECT 1 FROM companies LIMIT 1')).rows.length === 0
  if (isEmpty) {
    await migrate(databaseUrl, { upTo: header.schema })
    return true
  }
  const { rows } = await client.query<{ step: string }>('SELECT max(name) AS step FROM kysely_migration')
  const step = rows[0]?.step ?? ''
  if (step === header.schema) return false
  throw new CannotRestore(
    step < header.schema
      ? `The backup was made by a newer version of Site Ledger (step ${header.schema}) than this database has (${step}): update here first`
      : `The backup was made by an older version of Site Ledger (step ${header.schema}) than this database has (${step}): restore it into an empty database with this version, and back it up there once more`,
  )
}

/** By which hosts it is found here. */
async function hostsHere(client: Client, { hosts, header }: TakingIn): Promise<readonly string[]> {
  const directory = await readDirectory(client)
  const here = directory.byId.get(header.heads[0].companyId)
  if (here) throw new CannotRestore(`${here.name} is here already, with the id ${here.companyId}`)
  const wanted = hosts.length > 0 ? hosts : header.company.hosts
  const why = whyNot(directory, wanted)
  if (why?.refused === 'host_taken')
    throw new CannotRestore(`${sentenceFor(why)}: say by which host it is found here, with --host <host>`)
  if (why) throw new CannotRestore(sentenceFor(why))
  return wanted
}

/** Its own secrets, sealed with those of this place. */
function secretsHere({ sealing: open, header, keys }: TakingIn): { sealing: Sealing; secrets: SealedSecret[] } {
  const sealing = open()
  const { companyId } = header.heads[0]
  const pepper = keys.get(COMPANY_KEYS.pepper)
  const clientSecret = keys.get(COMPANY_KEYS.openidClientSecret)
  const secrets: SealedSecret[] = []
  if (pepper !== undefined && !sealing.pepper.equals(Buffer.from(pepper)))
    secrets.push(sealSecret(sealing, companyId, 'password-pepper', pepper))
  if (clientSecret !== undefined) secrets.push(sealSecret(sealing, companyId, 'openid-client-secret', clientSecret))
  return { sealing, secrets }
}

async function load(client: Client, given: TakingIn, files: SignersMemory, sealing: Sealing): Promise<void> {
  const { file, passphrase, header, keys, counts, onProgress } = given
  const hidden = { from: keyFromSecret(keys.get(COMPANY_KEYS.revealKey) ?? ''), to: sealing.revealKey }
  let sink: Sink | undefined
  for await (const part of readBackup(file, passphrase)) {
    if (part.kind === 'section') {
      const { section } = part
      if ('table' in section) {
        onProgress(`taking in ${section.table}: ${counts[section.table]} rows`)
        sink = ownRows(header.heads[0].companyId, section, tableSink(client, section))
        if (section.table === 'password_copies') sink = hiddenAgain(sink, hidden)
      } else sink = section.file === SIGNERS_FILE ? await files.notes() : undefined
    } else if (part.kind === 'lines') await sink?.write(part.lines)
    else if (part.kind === 'end of section') await sink?.end()
  }
}

/** Lets through what is the company's own: the file may have been written by anybody who knows its passphrase. */
function ownRows(companyId: string, section: Extract<Section, { table: string }>, to: Sink): Sink {
  const others = () => new CannotRestore(`The backup has rows of another company in ${section.table}`)
  if (section.columns[0] !== 'company_id') throw others()
  const own = Buffer.from(`${companyId}\t`)
  return {
    async write(lines) {
      for (let at = 0; at < lines.length; at = lines.indexOf(10, at) + 1)
        if (!lines.subarray(at, at + own.length).equals(own)) throw others()
      await to.write(lines)
    },
    end: to.end,
  }
}

/** The visible passwords, hidden with the key of this place. */
function hiddenAgain(to: Sink, keys: { from: Buffer; to: Buffer }): Sink {
  return {
    async write(lines) {
      for (const line of lines.toString().split('\n')) {
        const [companyId, accountId, nonce, ciphertext] = line.split('\t')
        if (accountId === undefined || nonce === undefined || ciphertext === undefined) continue
        const password = showPassword(keys.from, accountId, { nonce: bytesOf(nonce), ciphertext: bytesOf(ciphertext) })
        if (password === undefined) continue
        const copy = hidePassword(keys.to, accountId, password)
        await to.write(
          Buffer.from(
            `${companyId}\t${accountId}\t\\\\x${copy.nonce.toString('hex')}\t\\\\x${copy.ciphertext.toString('hex')}\n`,
          ),
        )
      }
    },
    end: to.end,
  }
}

/** As COPY writes bytes in text: `\\x`, and two digits for each. */
const bytesOf = (text: string) => Buffer.from(text.slice(3), 'hex')
