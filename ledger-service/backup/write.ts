import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { clientSettings } from '@ledger/database/connect.ts'
import { Encrypter } from 'age-encryption'
import { Client, escapeIdentifier } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { keyFromSecret } from '../access/secrets.ts'
import { notesIn } from '../proof/checkpoint.ts'
import { isSeedFile } from '../proof/company-key.ts'
import { SIGNERS_FILE } from '../proof/signers-files.ts'
import {
  BACKUP_FORMAT,
  CannotBackUp,
  CannotRestore,
  END_OF_SECTION,
  type Header,
  KEY_NAMES,
  KEYS,
  keyFile,
  nameOf,
  type Section,
} from './format.ts'
import { columnsOf, type Holding, listOf } from './holding.ts'
import { type Leaving, whatItTakes } from './leave.ts'
import { checkBackup } from './read.ts'
import { linesIn } from './sinks.ts'
import { KEPT_TABLES } from './tables.ts'
import { webStreamOf } from './web-stream.ts'

export interface BackingUp {
  databaseUrl: string
  dataDirectory: string
  /** Secrets may be given here; the others are in the data directory. */
  environment: NodeJS.ProcessEnv
  file: string
  passphrase: string
  /** The company to back up; left out: the whole installation. */
  leaving?: Leaving | undefined
  onProgress: (line: string) => void
}

export interface BackedUp {
  header: Header
  /** The size of the file. */
  bytes: number
  /** Keys that are neither in the data directory nor given. */
  keysElsewhere: string[]
  /** Bills of a single company's backup whose bytes were not found. */
  billsMissing: readonly string[]
}

/**
 * Writes everything that another installation needs, or everything of one company, into one encrypted file, from one
 * snapshot of the database, while users continue to write. The file has another name until it was read again and found
 * complete; memory does not grow with the log.
 * @throws CannotBackUp where the file exists already, a key is missing without which no user could sign in, or the log
 * has gaps
 */
export async function writeBackup(given: BackingUp): Promise<BackedUp> {
  const { databaseUrl, file, passphrase, onProgress } = given
  if (existsSync(file)) throw new CannotBackUp(`${file} is there already`)
  const keys = keysOf(given)
  const keysElsewhere = KEY_NAMES.filter((name) => !keys.has(name))
  // Without the other keys no user could sign in. The signer may run on a machine of its own, with its key.
  const needed = keysElsewhere.find((name) => name !== 'checkpoint-key')
  if (needed)
    throw new CannotBackUp(`${KEYS[needed]} is not given, and ${given.dataDirectory} has no ${keyFile(needed)}`)
  const client = new Client(clientSettings(databaseUrl, SNAPSHOT))
  // Ignores a lost connection here: the query in progress fails with it.
  client.on('error', () => undefined)
  await client.connect()
  const part = `${file}.part`
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const holding = given.leaving
      ? await whatItTakes(client, given.leaving, installationOf(given.dataDirectory, keys))
      : await all(client, given.dataDirectory, keys)
    const { header, missing } = holding
    const encrypter = new Encrypter()
    encrypter.setPassphrase(passphrase.normalize('NFC'))
    const zipped = createGzip()
    const encrypted = await encrypter.encrypt(webStreamOf(zipped))
    await Promise.all([
      pipeline(Readable.from(backupLines(holding, given)), zipped),
      pipeline(Readable.from(encrypted), createWriteStream(part, { mode: 0o600, flush: true })),
    ])
    onProgress('reading it again')
    const read = await checkBackup(part, passphrase)
    requireWhole(header, read.counts)
    await rename(part, file)
    await syncFolderOf(file)
    return { header, bytes: (await stat(file)).size, keysElsewhere, billsMissing: missing }
  } catch (error) {
    await rm(part, { force: true })
    throw error instanceof CannotRestore ? new CannotBackUp(`What was written cannot be read: ${error.message}`) : error
  } finally {
    await client.end()
  }
}

/** A table of millions of rows takes longer than a request may, and the disk that is written to may be slow. */
const SNAPSHOT = {
  name: 'site-ledger backup',
  // On Citus one connection per node: the rows of a node are of one moment, and a company is on one node. Elsewhere the
  // last setting has no effect.
  options:
    '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c datestyle=ISO -c citus.max_adaptive_executor_pool_size=1',
} as const

/** Returns the content of the whole installation, from the snapshot of the client's transaction. */
async function all(client: Client, dataDirectory: string, keys: Map<string, string>): Promise<Holding> {
  return {
    header: await headerOf(client),
    keys: new Map([...[...keys].map(([name, key]) => [keyFile(name), key] as const), ...seedsIn(dataDirectory)]),
    tables: KEPT_TABLES,
    missing: [],
    async rowsOf(table) {
      const columns = await columnsOf(client, table)
      return { columns, rows: client.query(copyTo(`COPY ${escapeIdentifier(table)} (${listOf(columns)}) TO STDOUT`)) }
    },
  }
}

async function headerOf(client: Client): Promise<Header> {
  const { rows: steps } = await client.query<{ step: string }>('SELECT max(name) AS step FROM kysely_migration')
  const { rows: heads } = await client.query<Header['heads'][number]>(
    `SELECT company_id AS "companyId", position, encode(hash, 'hex') AS hash FROM log_heads ORDER BY company_id`,
  )
  const schema = steps[0]?.step
  if (!schema || heads.length === 0) throw new CannotBackUp('There is no ledger in this database yet')
  return { format: BACKUP_FORMAT, id: randomUUID(), takenAt: new Date().toISOString(), schema, heads }
}

/**
 * Returns the keys: the given ones first, then those of the data directory, in the order in which the processes read
 * them.
 */
function keysOf({ dataDirectory, environment }: BackingUp): Map<string, string> {
  const found = KEY_NAMES.map((name): [string, string | undefined] => {
    const file = join(dataDirectory, keyFile(name))
    return [name, environment[KEYS[name]] || (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined)]
  })
  return new Map(found.flatMap(([name, key]) => (key === undefined ? [] : [[name, key]])))
}

/** Returns the keys of restored companies, each by the name of its section. */
function seedsIn(dataDirectory: string): [string, string][] {
  const folder = join(dataDirectory, 'keys')
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => isSeedFile(`keys/${name}`)) : []
  return names.map((name) => [`keys/${name}`, readFileSync(join(folder, name), 'utf8').trim()])
}

function installationOf(dataDirectory: string, keys: ReadonlyMap<string, string>) {
  return {
    pepper: Buffer.from(keys.get('password-pepper') ?? ''),
    revealKey: keyFromSecret(keys.get('password-reveal-key') ?? ''),
    ...{ dataDirectory, signersSecret: keys.get('checkpoint-key') },
  }
}

async function* backupLines(
  { header, keys, tables, rowsOf }: Holding,
  { dataDirectory, onProgress }: BackingUp,
): AsyncGenerator<string | Buffer> {
  const counts: Record<string, number> = {}
  yield `${JSON.stringify(header)}\n`
  for (const [file, key] of keys) yield* sectionOf({ file }, [`${key}\n`])
  const signersFiles = signersFilesIn(dataDirectory)
  if (signersFiles.length > 0) yield* sectionOf({ file: SIGNERS_FILE }, signersLines(signersFiles, header))
  for (const table of tables) {
    onProgress(`backing up ${table}`)
    const { columns, rows } = await rowsOf(table)
    yield* sectionOf({ table, columns }, rows)
  }
  yield `${JSON.stringify({ end: counts })}\n`

  async function* sectionOf(section: Section, lines: Iterable<string> | AsyncIterable<string | Buffer>) {
    let count = 0
    yield `${JSON.stringify(section)}\n`
    for await (const chunk of lines) {
      count += linesIn(chunk)
      yield chunk
    }
    yield `${END_OF_SECTION}\n`
    counts[nameOf(section)] = count
  }
}

/** Returns the signer's files of all companies: in a backup their notes are in one section. */
function signersFilesIn(dataDirectory: string): string[] {
  const folder = join(dataDirectory, dirname(SIGNERS_FILE))
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.filter((name) => name.endsWith('.txt')).map((name) => join(folder, name))
}

/**
 * Yields the notes in the signer's files that cover events of the snapshot. A note that was signed since would cover
 * events that the backup does not have, and the signer would rightly refuse to continue from there.
 */
async function* signersLines(files: readonly string[], header: Header): AsyncGenerator<string> {
  for (const file of files) yield* signersLinesOf(file, header)
}

async function* signersLinesOf(file: string, { heads }: Header): AsyncGenerator<string> {
  let text = ''
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    text += `${line}\n`
    // The line of the signature is the last of a note.
    if (!line.startsWith('—')) continue
    for (const note of notesIn(text)) {
      const [origin, size] = note.split('\n')
      const head = heads.find(({ companyId }) => origin?.endsWith(companyId))
      if (head && Number(size) <= head.position) yield `\n${note}`
    }
    text = ''
  }
}

/** Refuses a log with gaps, which a restore would refuse only later. */
function requireWhole({ heads }: Header, counts: Record<string, number>): void {
  const events = heads.reduce((sum, { position }) => sum + position, 0)
  if (counts.events === events) return
  throw new CannotBackUp(
    `The log should have ${events} events and has ${counts.events}: npm run ledger -- verify says where`,
  )
}

async function syncFolderOf(file: string): Promise<void> {
  const folder = await open(join(file, '..'))
  await folder.sync()
  await folder.close()
}
