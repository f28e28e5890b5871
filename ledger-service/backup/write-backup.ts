import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { clientSettings } from '@ledger/database/connection/connection-pool.ts'
import { Encrypter } from 'age-encryption'
import { Client, escapeIdentifier } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { aesKeyFromSecret } from '../access/installation-secrets.ts'
import { SHARED_CHECKPOINT_FILE } from '../proof/checkpoints/checkpoint-file.ts'
import { splitNotes } from '../proof/checkpoints/checkpoint-note.ts'
import { isImportedSeedFile } from '../proof/signer/company-signing-key.ts'
import type { BackupContents } from './backup-contents.ts'
import {
  BACKUP_FORMAT,
  type BackupHeader,
  type BackupSection,
  CannotBackUp,
  CannotRestore,
  KEY_NAMES,
  KEY_SETTINGS,
  keyFilePath,
  SECTION_END_LINE,
  sectionName,
} from './backup-format.ts'
import { BACKED_UP_TABLES } from './backup-policy-of-tables.ts'
import { type CompanyExportSource, exportCompany } from './company-export.ts'
import { checkBackup } from './read-backup.ts'
import { countLineFeeds } from './restore-section-writers.ts'
import { quotedColumnList, readTableColumns } from './table-columns.ts'
import { toWebStream } from './web-stream.ts'

export interface BackupOptions {
  databaseUrl: string
  dataDirectory: string
  /** Secrets may be given here; the others are in the data directory. */
  environment: NodeJS.ProcessEnv
  file: string
  passphrase: string
  /** The company to back up; left out: the whole installation. */
  exported?: CompanyExportSource | undefined
  onProgress: (line: string) => void
}

export interface BackupResult {
  header: BackupHeader
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
export async function writeBackup(given: BackupOptions): Promise<BackupResult> {
  const { databaseUrl, file, passphrase, onProgress } = given
  if (existsSync(file)) throw new CannotBackUp(`${file} is there already`)
  const keys = readInstallationKeys(given)
  const keysElsewhere = KEY_NAMES.filter((name) => !keys.has(name))
  // Without the other keys no user could sign in. The signer may run on a machine of its own, with its key.
  const needed = keysElsewhere.find((name) => name !== 'checkpoint-key')
  if (needed)
    throw new CannotBackUp(
      `${KEY_SETTINGS[needed]} is not given, and ${given.dataDirectory} has no ${keyFilePath(needed)}`,
    )
  const client = new Client(clientSettings(databaseUrl, BACKUP_CONNECTION))
  // Ignores a lost connection here: the query in progress fails with it.
  client.on('error', () => undefined)
  await client.connect()
  const part = `${file}.part`
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const holding = given.exported
      ? await exportCompany(client, given.exported, installationSecrets(given.dataDirectory, keys))
      : await installationContents(client, given.dataDirectory, keys)
    const { header, missingBills } = holding
    const encrypter = new Encrypter()
    encrypter.setPassphrase(passphrase.normalize('NFC'))
    const zipped = createGzip()
    const encrypted = await encrypter.encrypt(toWebStream(zipped))
    await Promise.all([
      pipeline(Readable.from(backupLines(holding, given)), zipped),
      pipeline(Readable.from(encrypted), createWriteStream(part, { mode: 0o600, flush: true })),
    ])
    onProgress('reading it again')
    const read = await checkBackup(part, passphrase)
    requireAllEvents(header, read.counts)
    await rename(part, file)
    await syncParentFolder(file)
    return { header, bytes: (await stat(file)).size, keysElsewhere, billsMissing: missingBills }
  } catch (error) {
    await rm(part, { force: true })
    throw error instanceof CannotRestore ? new CannotBackUp(`What was written cannot be read: ${error.message}`) : error
  } finally {
    await client.end()
  }
}

/** A table of millions of rows takes longer than a request may, and the disk that is written to may be slow. */
const BACKUP_CONNECTION = {
  name: 'site-ledger backup',
  // On Citus one connection per node: the rows of a node are of one moment, and a company is on one node. Elsewhere the
  // last setting has no effect.
  options:
    '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c datestyle=ISO -c citus.max_adaptive_executor_pool_size=1',
} as const

/** Returns the content of the whole installation, from the snapshot of the client's transaction. */
async function installationContents(
  client: Client,
  dataDirectory: string,
  keys: Map<string, string>,
): Promise<BackupContents> {
  return {
    header: await readBackupHeader(client),
    keys: new Map([
      ...[...keys].map(([name, key]) => [keyFilePath(name), key] as const),
      ...readImportedSeeds(dataDirectory),
    ]),
    tables: BACKED_UP_TABLES,
    missingBills: [],
    async rowsOf(table) {
      const columns = await readTableColumns(client, table)
      return {
        columns,
        rows: client.query(copyTo(`COPY ${escapeIdentifier(table)} (${quotedColumnList(columns)}) TO STDOUT`)),
      }
    },
  }
}

async function readBackupHeader(client: Client): Promise<BackupHeader> {
  const { rows: steps } = await client.query<{ step: string }>('SELECT max(name) AS step FROM kysely_migration')
  const { rows: heads } = await client.query<BackupHeader['heads'][number]>(
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
function readInstallationKeys({ dataDirectory, environment }: BackupOptions): Map<string, string> {
  const found = KEY_NAMES.map((name): [string, string | undefined] => {
    const file = join(dataDirectory, keyFilePath(name))
    return [name, environment[KEY_SETTINGS[name]] || (existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined)]
  })
  return new Map(found.flatMap(([name, key]) => (key === undefined ? [] : [[name, key]])))
}

/** Returns the keys of restored companies, each by the name of its section. */
function readImportedSeeds(dataDirectory: string): [string, string][] {
  const folder = join(dataDirectory, 'keys')
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => isImportedSeedFile(`keys/${name}`)) : []
  return names.map((name) => [`keys/${name}`, readFileSync(join(folder, name), 'utf8').trim()])
}

function installationSecrets(dataDirectory: string, keys: ReadonlyMap<string, string>) {
  return {
    pepper: Buffer.from(keys.get('password-pepper') ?? ''),
    revealKey: aesKeyFromSecret(keys.get('password-reveal-key') ?? ''),
    ...{ dataDirectory, signersSecret: keys.get('checkpoint-key') },
  }
}

async function* backupLines(
  { header, keys, tables, rowsOf }: BackupContents,
  { dataDirectory, onProgress }: BackupOptions,
): AsyncGenerator<string | Buffer> {
  const counts: Record<string, number> = {}
  yield `${JSON.stringify(header)}\n`
  for (const [file, key] of keys) yield* sectionOf({ file }, [`${key}\n`])
  const signersFiles = findCheckpointFiles(dataDirectory)
  if (signersFiles.length > 0) yield* sectionOf({ file: SHARED_CHECKPOINT_FILE }, checkpointLines(signersFiles, header))
  for (const table of tables) {
    onProgress(`backing up ${table}`)
    const { columns, rows } = await rowsOf(table)
    yield* sectionOf({ table, columns }, rows)
  }
  yield `${JSON.stringify({ end: counts })}\n`

  async function* sectionOf(section: BackupSection, lines: Iterable<string> | AsyncIterable<string | Buffer>) {
    let count = 0
    yield `${JSON.stringify(section)}\n`
    for await (const chunk of lines) {
      count += countLineFeeds(chunk)
      yield chunk
    }
    yield `${SECTION_END_LINE}\n`
    counts[sectionName(section)] = count
  }
}

/** Returns the signer's files of all companies: in a backup their notes are in one section. */
function findCheckpointFiles(dataDirectory: string): string[] {
  const folder = join(dataDirectory, dirname(SHARED_CHECKPOINT_FILE))
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.filter((name) => name.endsWith('.txt')).map((name) => join(folder, name))
}

/**
 * Yields the notes in the signer's files that cover events of the snapshot. A note that was signed since would cover
 * events that the backup does not have, and the signer would rightly refuse to continue from there.
 */
async function* checkpointLines(files: readonly string[], header: BackupHeader): AsyncGenerator<string> {
  for (const file of files) yield* checkpointLinesOf(file, header)
}

async function* checkpointLinesOf(file: string, { heads }: BackupHeader): AsyncGenerator<string> {
  let text = ''
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    text += `${line}\n`
    // The line of the signature is the last of a note.
    if (!line.startsWith('—')) continue
    for (const note of splitNotes(text)) {
      const [origin, size] = note.split('\n')
      const head = heads.find(({ companyId }) => origin?.endsWith(companyId))
      if (head && Number(size) <= head.position) yield `\n${note}`
    }
    text = ''
  }
}

/** Refuses a log with gaps, which a restore would refuse only later. */
function requireAllEvents({ heads }: BackupHeader, counts: Record<string, number>): void {
  const events = heads.reduce((sum, { position }) => sum + position, 0)
  if (counts.events === events) return
  throw new CannotBackUp(
    `The log should have ${events} events and has ${counts.events}: npm run ledger -- verify says where`,
  )
}

async function syncParentFolder(file: string): Promise<void> {
  const folder = await open(join(file, '..'))
  await folder.sync()
  await folder.close()
}
