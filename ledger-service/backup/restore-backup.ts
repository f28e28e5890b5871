import { existsSync, readFileSync } from 'node:fs'
import { appendFile, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { commitAndCheckWarnings } from '@ledger/database/connection/commit-and-check-warnings.ts'
import { clientSettings } from '@ledger/database/connection/connection-pool.ts'
import { FIRST_COMPANY_LOCK, migrate } from '@ledger/migrations/migrate.ts'
import { Client, escapeIdentifier } from 'pg'
import type { EncryptionSecrets } from '../companies/company-pepper-and-openid-secret.ts'
import { SHARED_CHECKPOINT_FILE } from '../proof/checkpoints/checkpoint-file.ts'
import {
  BACKUP_FORMAT,
  type BackupHeader,
  CannotRestore,
  KEY_NAMES,
  KEY_SETTINGS,
  keyFilePath,
} from './backup-format.ts'
import { importCompany } from './company-import.ts'
import { type CheckedBackup, checkBackup, readBackup } from './read-backup.ts'
import {
  fileSectionWriter,
  RESTORE_CONNECTION,
  type SectionWriter,
  tableSectionWriter,
} from './restore-section-writers.ts'
import { readTableColumns } from './table-columns.ts'

export interface RestoreOptions {
  /** The address for the owner of the tables. */
  databaseUrl: string
  dataDirectory: string
  environment: NodeJS.ProcessEnv
  file: string
  passphrase: string
  /**
   * For the backup of one company: its hosts here, as `normalizeHostName` returns them, instead of the hosts in the
   * file.
   */
  hosts?: readonly string[]
  /**
   * For the backup of one company: builds its read models, and returns whether its books verify. Else the company is
   * removed.
   */
  verify: (companyId: string) => Promise<boolean>
  /** For the backup of one company: returns the secrets of this installation. */
  encryption: () => EncryptionSecrets
  onProgress: (line: string) => void
}

/**
 * This file stands in the data directory, with the backup's id, while the data directory may contain half of a restore.
 */
export const RESTORE_MARKER_FILE = 'restoring'

/**
 * Restores a backup into an empty database and the data directory beside it, or the backup of one company into any
 * database (company-import.ts). It reads the complete file before it changes anything; then it inserts the rows in one
 * transaction. An interrupted restore, even by a power cut, is started again. The read models are empty after it.
 * @throws CannotRestore for a damaged file, a wrong passphrase, a database with a company, other keys in the data
 * directory or given as settings
 */
export async function restoreBackup(given: RestoreOptions): Promise<BackupHeader> {
  const { file, passphrase, onProgress } = given
  onProgress('reading the file')
  const checked = await checkBackup(file, passphrase)
  const { header } = checked
  if (header.format === BACKUP_FORMAT) await restoreInstallation(given, checked)
  else await importCompany({ ...given, hosts: given.hosts ?? [], header, keys: checked.keys, counts: checked.counts })
  return header
}

async function restoreInstallation(given: RestoreOptions, checked: CheckedBackup): Promise<void> {
  const { databaseUrl, dataDirectory } = given
  const { header } = checked
  if (given.hosts?.length) throw new CannotRestore('--host is for the backup of one company')
  const marker = join(dataDirectory, RESTORE_MARKER_FILE)
  const brokenOff = existsSync(marker) ? readFileSync(marker, 'utf8') : undefined
  await migrate(databaseUrl, { upTo: header.schema })
  const client = new Client(clientSettings(databaseUrl, RESTORE_CONNECTION))
  // Ignores a lost connection here: the query in progress fails with it.
  client.on('error', () => undefined)
  await client.connect()
  let isCommitting = false
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [FIRST_COMPANY_LOCK])
    if (!(await isAlreadyRestored(client, header, brokenOff === header.id))) {
      await refuseOtherKeys(given, checked, brokenOff !== undefined)
      await writeMarker(marker, header.id)
      await loadAllSections(client, given, checked)
      isCommitting = true
      await commitAndCheckWarnings(client)
    }
  } catch (error) {
    // The next try overwrites the files that remain; a refusal before that has left none. A commit without an answer
    // may have succeeded: then the files stay, and so does the marker, from which the next try finds out.
    if (!isCommitting && brokenOff === undefined && existsSync(marker)) await undoRestoredFiles(dataDirectory, checked)
    throw error
  } finally {
    await client.end()
  }
  await rm(marker, { force: true })
  await migrate(databaseUrl)
}

/** Returns whether the restore is complete already: the interrupted try committed, but did not report it. */
async function isAlreadyRestored(client: Client, { heads }: BackupHeader, wasTried: boolean): Promise<boolean> {
  const { rows: companies } = await client.query<{ id: string }>('SELECT company_id AS id FROM companies')
  if (companies.length === 0) return false
  const { rows: found } = await client.query<BackupHeader['heads'][number]>(
    `SELECT company_id AS "companyId", position, encode(hash, 'hex') AS hash FROM log_heads ORDER BY company_id`,
  )
  if (wasTried && JSON.stringify(found) === JSON.stringify(heads)) return true
  throw new CannotRestore('The database already has a company: a backup is restored into an empty one')
}

/**
 * Refuses other keys than the backup's, with which no user could sign in, and does not overwrite keys and checkpoints
 * of another ledger.
 */
async function refuseOtherKeys(
  { dataDirectory, environment }: RestoreOptions,
  checked: CheckedBackup,
  brokenOff: boolean,
) {
  const { keys } = checked
  for (const name of KEY_NAMES) {
    const key = keys.get(keyFilePath(name))
    const set = environment[KEY_SETTINGS[name]]
    if (set && key !== undefined && set !== key)
      throw new CannotRestore(`${KEY_SETTINGS[name]} is given, and is not the one of the backup`)
  }
  const there = filesToRestore(checked).find((path) => existsSync(join(dataDirectory, path)))
  if (there && !brokenOff)
    throw new CannotRestore(`${join(dataDirectory, there)} is there already: give another DATA_DIR`)
  if (brokenOff) await deleteRestoredFiles(dataDirectory, checked)
}

/** Returns the files that a restore may write; a file that exists must be identical to the backup's. */
const filesToRestore = ({ keys }: CheckedBackup) => [
  ...new Set([SHARED_CHECKPOINT_FILE, ...KEY_NAMES.map(keyFilePath), ...keys.keys()]),
]

async function loadAllSections(
  client: Client,
  { file, passphrase, dataDirectory, onProgress }: RestoreOptions,
  { counts }: CheckedBackup,
) {
  let sink: SectionWriter | undefined
  for await (const part of readBackup(file, passphrase)) {
    if (part.kind === 'header') continue
    if (part.kind === 'section') {
      const { section } = part
      if ('table' in section) {
        onProgress(`restoring ${section.table}: ${counts[section.table]} rows`)
        const { table } = section
        sink = tableSectionWriter(client, section, {
          name: escapeIdentifier(table),
          columns: await readTableColumns(client, table),
        })
      } else sink = await fileSectionWriter(join(dataDirectory, section.file))
    } else if (part.kind === 'lines') await sink?.write(part.lines)
    else await sink?.end()
  }
}

async function writeMarker(marker: string, id: string): Promise<void> {
  await mkdir(dirname(marker), { recursive: true, mode: 0o700 })
  await rm(marker, { force: true })
  await appendFile(marker, id, { mode: 0o600, flush: true })
}

async function undoRestoredFiles(dataDirectory: string, checked: CheckedBackup): Promise<void> {
  await deleteRestoredFiles(dataDirectory, checked)
  await rm(join(dataDirectory, RESTORE_MARKER_FILE), { force: true })
}

async function deleteRestoredFiles(dataDirectory: string, checked: CheckedBackup): Promise<void> {
  for (const path of filesToRestore(checked)) await rm(join(dataDirectory, path), { force: true })
}
