import { commitAndCheckWarnings } from '@ledger/database/connection/commit-and-check-warnings.ts'
import { clientSettings, kyselyOverClient } from '@ledger/database/connection/connection-pool.ts'
import { FIRST_COMPANY_LOCK, migrate } from '@ledger/migrations/migrate.ts'
import { Client, DatabaseError } from 'pg'
import { aesKeyFromSecret } from '../access/installation-secrets.ts'
import {
  type EncryptedSecret,
  type EncryptionSecrets,
  encryptCompanySecret,
} from '../companies/company-pepper-and-openid-secret.ts'
import {
  companyRefusalMessage,
  insertCompany,
  refusalForHosts,
  setCompanyDisabled,
} from '../companies/manage-companies.ts'
import { readCompanyDirectory } from '../companies/read-company-directory.ts'
import { SHARED_CHECKPOINT_FILE } from '../proof/checkpoints/checkpoint-file.ts'
import { verifyLog } from '../proof/verification/verify-ledger.ts'
import { type BackupHeader, CannotRestore, type CompanyBackupHeader } from './backup-format.ts'
import { COMPANY_TABLES } from './backup-policy-of-tables.ts'
import { type CompanyKeys, parseCompanyKeys } from './company-backup-keys.ts'
import { readBackup } from './read-backup.ts'
import { removeUnverifiedCompany } from './remove-unverified-company.ts'
import { RESTORE_CONNECTION, type SectionWriter } from './restore-section-writers.ts'
import { RestoredSignerFiles } from './restored-signer-files.ts'
import { companyRowChecks } from './staged-row-checks.ts'
import { type StagedRowsCheck, stagingSectionWriter } from './staging-table.ts'

export interface CompanyImportOptions {
  /** The address for the owner of the tables. */
  databaseUrl: string
  dataDirectory: string
  file: string
  passphrase: string
  /** Its hosts here, as `normalizeHostName` writes them. */
  hosts: readonly string[]
  encryption: () => EncryptionSecrets
  header: CompanyBackupHeader
  /** By the names of their sections. */
  keys: ReadonlyMap<string, string>
  counts: Readonly<Record<string, number>>
  /** Builds the read models of the company, and returns whether its books verify. */
  verify: (companyId: string) => Promise<boolean>
  onProgress: (line: string) => void
}

/**
 * Locked while a company is restored, until it is verified: a second restore would take the first for an interrupted
 * one.
 */
const TAKING_IN_LOCK = FIRST_COMPANY_LOCK + 1

/**
 * Restores one company into an empty database, or beside others while they work: its rows in one transaction, its own
 * keys beside the installation's. The file is untrusted. So each row goes through a staging table under the company's
 * own id, the log is verified before the transaction ends, and the company's users cannot sign in before all of its
 * books are verified. Where they do not verify, the company is removed. The files of the signer are complete before
 * that transaction ends, and no process reads them before it has ended.
 * @throws CannotRestore where the company is here already, a host is another company's, the schema is not that of the
 * backup, or the file does not verify: nothing of it is left then
 */
export async function importCompany(given: CompanyImportOptions): Promise<void> {
  const { databaseUrl, header } = given
  const client = new Client(clientSettings(databaseUrl, RESTORE_CONNECTION))
  // Ignores a lost connection here: the query in progress fails with it.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const keys = parseCompanyKeys(given.keys)
    const files = new RestoredSignerFiles(given.dataDirectory, header.heads[0].companyId, keys.seed)
    await requireAlone(client)
    if (files.isUnfinished) await removeUnfinished(client, given, files)
    const wasMade = await prepareSchema(client, given)
    await takeRows(client, given, keys, files)
    if (wasMade) await migrate(databaseUrl)
    await enableOrRemove(client, given, files)
  } finally {
    await client.end()
  }
}

async function requireAlone(client: Client): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
    TAKING_IN_LOCK,
  ])
  if (!rows[0]?.locked) throw new CannotRestore('A company is being taken in already: try again when it is there')
}

/**
 * Removes what an interrupted restore (by a power cut, too) left of a company that was not verified, unless the company
 * was enabled since.
 */
async function removeUnfinished(
  client: Client,
  { header }: CompanyImportOptions,
  files: RestoredSignerFiles,
): Promise<void> {
  const { companyId } = header.heads[0]
  const here = (await hasSchema(client)) ? (await readCompanyDirectory(client)).byId.get(companyId) : undefined
  if (here && !here.isDisabled) return
  if (here) await removeUnverifiedCompany(client, companyId)
  await files.removeUnfinished()
}

async function takeRows(
  client: Client,
  given: CompanyImportOptions,
  keys: CompanyKeys,
  files: RestoredSignerFiles,
): Promise<void> {
  const { header, onProgress } = given
  const { companyId } = header.heads[0]
  let isCommitting = false
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [FIRST_COMPANY_LOCK])
    const hosts = await resolveHosts(client, given)
    files.requireNoOtherKey()
    const encryption = given.encryption()
    const secrets = encryptImportedSecrets(encryption, companyId, keys)
    await insertCompany(client, { companyId, name: header.company.name, hosts, secrets, isDisabled: true })
    const hidden = { from: aesKeyFromSecret(keys.revealKey), to: encryption.revealKey }
    await loadCompanySections(client, given, files, companyRowChecks(header, hidden))
    onProgress('verifying the log')
    await requireLog(client, companyId, keys.publicKey)
    onProgress('keeping its checkpoints')
    await files.persist()
    isCommitting = true
    await commitAndCheckWarnings(client)
  } catch (error) {
    // A commit without an answer may have succeeded.
    if (!isCommitting) {
      await files.rollback()
      await client.query('ROLLBACK').catch(() => undefined)
    }
    throw error
  }
}

/**
 * Verifies the log before the commit, because from then on its rows are read together with those of other companies.
 */
async function requireLog(client: Client, companyId: string, publicKey: Buffer): Promise<void> {
  const said = await verifyLog({ db: kyselyOverClient(client), companyId, publicKey }).catch((error: Error) => {
    // An error of the database is not a fault of the file.
    if (error instanceof DatabaseError) throw error
    return { ok: false, problems: [error.message], firstBad: undefined }
  })
  if (said.ok) return
  const why = said.firstBad
    ? `the event at position ${said.firstBad.position} is bad: ${said.firstBad.reason}`
    : said.problems[0]
  throw new CannotRestore(`The log of the backup does not hold, and nothing of it was kept: ${why}`)
}

/** Enables the company once its books are verified; else removes all of it. */
async function enableOrRemove(client: Client, given: CompanyImportOptions, files: RestoredSignerFiles): Promise<void> {
  const { companyId } = given.header.heads[0]
  let holds = false
  try {
    holds = await given.verify(companyId)
  } finally {
    if (!holds) {
      await removeUnverifiedCompany(client, companyId)
      await files.rollback()
    }
  }
  if (!holds) return
  await setCompanyDisabled(client, companyId, false)
  await files.finish()
}

/**
 * Makes the schema of the backup in an empty database; another database's schema is not changed, because others use it.
 * @returns whether it was made, and may have to be migrated to the newest version
 */
async function prepareSchema(client: Client, { databaseUrl, header }: CompanyImportOptions): Promise<boolean> {
  const isEmpty =
    !(await hasSchema(client)) || (await client.query('SELECT 1 FROM companies LIMIT 1')).rows.length === 0
  if (isEmpty) {
    await migrate(databaseUrl, { upTo: header.schema })
    return true
  }
  const { rows } = await client.query<{ step: string }>('SELECT max(name) AS step FROM kysely_migration')
  const step = rows[0]?.step ?? ''
  if (step === header.schema) return false
  throw new CannotRestore(describeOtherSchema({ backup: header.schema, database: step }))
}

/** Returns what to do where the schema of a backup is another than that of the database: names of last migrations. */
export function describeOtherSchema({ backup, database }: { backup: string; database: string }): string {
  const than = `(step ${backup}) than this database has (${database})`
  return database < backup
    ? `The backup was made by a newer version of Site Ledger ${than}: update here first`
    : `The backup was made by an older version of Site Ledger ${than}: restore it into an empty database with this version, and back it up there once more`
}

async function hasSchema(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(`SELECT to_regclass('company_hosts') IS NOT NULL AS there`)
  return rows[0]?.there ?? false
}

/** Returns the given hosts as the company's hosts here. The hosts in the file are untrusted. */
async function resolveHosts(client: Client, { hosts, header }: CompanyImportOptions): Promise<readonly string[]> {
  const directory = await readCompanyDirectory(client)
  const here = directory.byId.get(header.heads[0].companyId)
  if (here) throw new CannotRestore(`${here.name} is here already, with the id ${here.companyId}`)
  const why = refusalForHosts(directory, hosts)
  if (why?.refused === 'no_host') throw new CannotRestore(`${companyRefusalMessage(why)}${hostsBefore(header)}`)
  if (why?.refused === 'host_taken') throw new CannotRestore(`${companyRefusalMessage(why)}: give another --host`)
  if (why) throw new CannotRestore(companyRefusalMessage(why))
  return hosts
}

/** Returns the hosts in the file as part of a sentence, for the person who chooses. */
function hostsBefore({ company: { hosts } }: CompanyBackupHeader): string {
  return hosts.length === 0 ? '' : `; the file says that it was found at ${hosts.slice(0, 3).join(', ')}`
}

/** Returns the company's own secrets, encrypted with those of this installation. */
function encryptImportedSecrets(
  encryption: EncryptionSecrets,
  companyId: string,
  { pepper, openidClientSecret }: CompanyKeys,
): EncryptedSecret[] {
  const secrets: EncryptedSecret[] = []
  if (!encryption.pepper.equals(Buffer.from(pepper)))
    secrets.push(encryptCompanySecret(encryption, companyId, 'password-pepper', pepper))
  if (openidClientSecret !== undefined)
    secrets.push(encryptCompanySecret(encryption, companyId, 'openid-client-secret', openidClientSecret))
  return secrets
}

async function loadCompanySections(
  client: Client,
  given: CompanyImportOptions,
  files: RestoredSignerFiles,
  check: StagedRowsCheck,
): Promise<void> {
  const { file, passphrase, header, counts, onProgress } = given
  const { companyId } = header.heads[0]
  await requireTables(client, counts)
  let sink: SectionWriter | undefined
  for await (const part of readBackup(file, passphrase)) {
    if (part.kind === 'header') requireSame(header, part.header)
    else if (part.kind === 'section') {
      const { section } = part
      if ('table' in section) {
        onProgress(`taking in ${section.table}: ${counts[section.table]} rows`)
        sink = await stagingSectionWriter(client, companyId, section, check)
      } else sink = section.file === SHARED_CHECKPOINT_FILE ? await files.openCheckpointTarget() : undefined
    } else if (part.kind === 'lines') await sink?.write(part.lines)
    else await sink?.end()
  }
}

/** Requires every table that the schema of the backup's migration has. */
async function requireTables(client: Client, counts: CompanyImportOptions['counts']): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NOT NULL',
    [COMPANY_TABLES],
  )
  const missing = rows.find(({ name }) => counts[name] === undefined)
  if (missing) throw new CannotRestore(`The backup has no rows of ${missing.name}, not even an empty section`)
}

/** Requires the second read of the file to match the first one, which was checked. */
function requireSame(before: BackupHeader, now: BackupHeader): void {
  if (JSON.stringify(before) !== JSON.stringify(now)) throw new CannotRestore('The file was changed while it was read')
}
