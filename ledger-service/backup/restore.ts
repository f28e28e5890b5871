import { existsSync, readFileSync } from 'node:fs'
import { appendFile, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { commit } from '@ledger/database/commit.ts'
import { clientSettings } from '@ledger/database/connect.ts'
import { FIRST_COMPANY_LOCK, migrate } from '@ledger/migrations/migrate.ts'
import { Client, escapeIdentifier } from 'pg'
import type { Sealing } from '../companies/secrets.ts'
import { SIGNERS_FILE } from '../proof/signers-files.ts'
import { BACKUP_FORMAT, CannotRestore, type Header, KEY_NAMES, KEYS, keyFile } from './format.ts'
import { columnsOf } from './holding.ts'
import { type Checked, checkBackup, readBackup } from './read.ts'
import { fileSink, LOADING, type Sink, tableSink } from './sinks.ts'
import { takeIn } from './take-in.ts'

export interface Restoring {
  /** The address for the owner of the tables. */
  databaseUrl: string
  dataDirectory: string
  environment: NodeJS.ProcessEnv
  file: string
  passphrase: string
  /** For the backup of one company: its hosts here, as `hostName` writes them; the file's hosts are not used. */
  hosts?: readonly string[]
  /**
   * For the backup of one company: builds its read models, and returns whether its books verify. Else the company is
   * removed.
   */
  verify: (companyId: string) => Promise<boolean>
  /** For the backup of one company: returns the secrets of this installation. */
  sealing: () => Sealing
  onProgress: (line: string) => void
}

/**
 * This file stands in the data directory, with the backup's id, while the data directory may contain half of a restore.
 */
export const UNFINISHED = 'restoring'

/**
 * Restores a backup into an empty database and the data directory beside it, or the backup of one company into any
 * database (take-in.ts). It reads the complete file before it changes anything; then it inserts the rows in one
 * transaction. An interrupted restore, even by a power cut, is started again. The read models are empty after it.
 * @throws CannotRestore for a damaged file, a wrong passphrase, a database with a company, other keys in the data
 * directory or given as settings
 */
export async function restoreBackup(given: Restoring): Promise<Header> {
  const { file, passphrase, onProgress } = given
  onProgress('reading the file')
  const checked = await checkBackup(file, passphrase)
  const { header } = checked
  if (header.format === BACKUP_FORMAT) await restoreAll(given, checked)
  else await takeIn({ ...given, hosts: given.hosts ?? [], header, keys: checked.keys, counts: checked.counts })
  return header
}

async function restoreAll(given: Restoring, checked: Checked): Promise<void> {
  const { databaseUrl, dataDirectory } = given
  const { header } = checked
  if (given.hosts?.length) throw new CannotRestore('--host is for the backup of one company')
  const marker = join(dataDirectory, UNFINISHED)
  const brokenOff = existsSync(marker) ? readFileSync(marker, 'utf8') : undefined
  await migrate(databaseUrl, { upTo: header.schema })
  const client = new Client(clientSettings(databaseUrl, LOADING))
  // Ignores a lost connection here: the query in progress fails with it.
  client.on('error', () => undefined)
  await client.connect()
  let isCommitting = false
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [FIRST_COMPANY_LOCK])
    if (!(await isRestored(client, header, brokenOff === header.id))) {
      await refuseOtherKeys(given, checked, brokenOff !== undefined)
      await keep(marker, header.id)
      await load(client, given, checked)
      isCommitting = true
      await commit(client)
    }
  } catch (error) {
    // The next try overwrites the files that remain; a refusal before that has left none. A commit without an answer
    // may have succeeded: then the files stay, and so does the marker, from which the next try finds out.
    if (!isCommitting && brokenOff === undefined && existsSync(marker)) await takeBack(dataDirectory, checked)
    throw error
  } finally {
    await client.end()
  }
  await rm(marker, { force: true })
  await migrate(databaseUrl)
}

/** Returns whether the restore is complete already: the interrupted try committed, but did not report it. */
async function isRestored(client: Client, { heads }: Header, wasTried: boolean): Promise<boolean> {
  const { rows: companies } = await client.query<{ id: string }>('SELECT company_id AS id FROM companies')
  if (companies.length === 0) return false
  const { rows: found } = await client.query<Header['heads'][number]>(
    `SELECT company_id AS "companyId", position, encode(hash, 'hex') AS hash FROM log_heads ORDER BY company_id`,
  )
  if (wasTried && JSON.stringify(found) === JSON.stringify(heads)) return true
  throw new CannotRestore('The database already has a company: a backup is restored into an empty one')
}

/**
 * Refuses other keys than the backup's, with which no user could sign in, and does not overwrite keys and checkpoints
 * of another ledger.
 */
async function refuseOtherKeys({ dataDirectory, environment }: Restoring, checked: Checked, brokenOff: boolean) {
  const { keys } = checked
  for (const name of KEY_NAMES) {
    const key = keys.get(keyFile(name))
    const set = environment[KEYS[name]]
    if (set && key !== undefined && set !== key)
      throw new CannotRestore(`${KEYS[name]} is given, and is not the one of the backup`)
  }
  const there = filesOf(checked).find((path) => existsSync(join(dataDirectory, path)))
  if (there && !brokenOff)
    throw new CannotRestore(`${join(dataDirectory, there)} is there already: give another DATA_DIR`)
  if (brokenOff) await takeFilesAway(dataDirectory, checked)
}

/** Returns the files that a restore may write; a file that exists must be identical to the backup's. */
const filesOf = ({ keys }: Checked) => [...new Set([SIGNERS_FILE, ...KEY_NAMES.map(keyFile), ...keys.keys()])]

async function load(client: Client, { file, passphrase, dataDirectory, onProgress }: Restoring, { counts }: Checked) {
  let sink: Sink | undefined
  for await (const part of readBackup(file, passphrase)) {
    if (part.kind === 'header') continue
    if (part.kind === 'section') {
      const { section } = part
      if ('table' in section) {
        onProgress(`restoring ${section.table}: ${counts[section.table]} rows`)
        const { table } = section
        sink = tableSink(client, section, { name: escapeIdentifier(table), columns: await columnsOf(client, table) })
      } else sink = await fileSink(join(dataDirectory, section.file))
    } else if (part.kind === 'lines') await sink?.write(part.lines)
    else await sink?.end()
  }
}

async function keep(marker: string, id: string): Promise<void> {
  await mkdir(dirname(marker), { recursive: true, mode: 0o700 })
  await rm(marker, { force: true })
  await appendFile(marker, id, { mode: 0o600, flush: true })
}

async function takeBack(dataDirectory: string, checked: Checked): Promise<void> {
  await takeFilesAway(dataDirectory, checked)
  await rm(join(dataDirectory, UNFINISHED), { force: true })
}

async function takeFilesAway(dataDirectory: string, checked: Checked): Promise<void> {
  for (const path of filesOf(checked)) await rm(join(dataDirectory, path), { force: true })
}
