import { openBlobStores } from '@ledger/bills/open-blob-stores.ts'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { catchUp } from '@ledger/projections/projector/projector.ts'
import { type BackupHeader, COMPANY_FORMAT } from '../backup/backup-format.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { type BackupOptions, writeBackup } from '../backup/write-backup.ts'
import { type CommandContext, CommandError, type CommandResult, withLedger } from './command-context.ts'
import { parseHost } from './company-command.ts'
import { readEncryptionSecrets } from './encryption-secrets.ts'
import { verifyCommand } from './log-and-rebuild-commands.ts'
import { readPassphrase } from './passphrase-prompt.ts'

/**
 * `backup <file> [--company <host or id>]`: writes everything that another installation needs, or everything of one
 * company, encrypted.
 */
export async function backupCommand(
  terminal: CommandContext,
  file: string | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<CommandResult> {
  if (file === undefined) throw new CommandError('Say where to: backup <file>')
  const passphrase = await readPassphrase(environment, { twice: true })
  if (terminal.company === undefined) return writeAndReportBackup(terminal, environment, { file, passphrase })
  return withLedger(terminal, async ({ db, companyId }) => {
    const bills = await openBlobStores(companyId, terminal.settings.billsS3)
    try {
      return await writeAndReportBackup(terminal, environment, { file, passphrase, exported: { companyId, bills, db } })
    } finally {
      bills.close()
    }
  })
}

async function writeAndReportBackup(
  { settings: { databaseUrl, dataDirectory }, progress }: CommandContext,
  environment: NodeJS.ProcessEnv,
  asked: Pick<BackupOptions, 'file' | 'passphrase' | 'exported'>,
): Promise<CommandResult> {
  const made = await writeBackup({ databaseUrl, dataDirectory, environment, ...asked, onProgress: progress })
  const { header, bytes, keysElsewhere, billsMissing } = made
  const { file } = asked
  const events = header.heads.reduce((sum, { position }) => sum + position, 0)
  const of = header.format === COMPANY_FORMAT ? `${header.company.name}, ` : ''
  const lines = [`${file}: ${of}${events} events, ${bytes} bytes, read again and whole`]
  if (keysElsewhere.length > 0)
    lines.push(`Not in it, because not on this machine: ${keysElsewhere.join(', ')}. Keep the signer's DATA_DIR, too.`)
  if (billsMissing.length > 0)
    lines.push(`The store of bills has no bytes of ${billsMissing.length} of them: ${billsMissing.join(', ')}`)
  const json = { file, events, bytes, takenAt: header.takenAt, keysElsewhere, billsMissing }
  return { ok: billsMissing.length === 0, json, lines }
}

/**
 * `restore <file> [--host <host>]…`: restores into an empty database and an empty data directory, or one company beside
 * others; then builds the read models, and verifies all that was restored. A company whose books do not verify is
 * removed.
 */
export async function restoreCommand(
  terminal: CommandContext,
  file: string | undefined,
  { hosts, environment }: { hosts: readonly string[]; environment: NodeJS.ProcessEnv },
): Promise<CommandResult> {
  if (file === undefined) throw new CommandError('Say from where: restore <file>')
  const passphrase = await readPassphrase(environment)
  const { databaseUrl, dataDirectory } = terminal.settings
  const verified: Verified[] = []
  const verifyOne = async (companyId: string) => {
    await buildReadModels(terminal, companyId)
    const outcome = await verifyCommand({ ...terminal, company: companyId })
    verified.push(outcome)
    return outcome.json.areBooksWell
  }
  const header = await restoreBackup({
    databaseUrl,
    dataDirectory,
    environment,
    file,
    passphrase,
    hosts: [...new Set(hosts.map(parseHost))],
    encryption: () => readEncryptionSecrets(environment),
    verify: verifyOne,
    onProgress: terminal.progress,
  })
  const { takenAt, heads, format } = header
  if (format !== COMPANY_FORMAT) for (const { companyId } of heads) await verifyOne(companyId)
  const isRemoved = format === COMPANY_FORMAT && !verified.every(({ json }) => json.areBooksWell)
  const said = isRemoved
    ? 'The books of the company do not hold: it was removed again.'
    : `Restored as it was at ${takenAt}.`
  const [verification] = verified.map(({ json }) => json)
  return {
    ok: verified.every(({ ok }) => ok),
    // One verification for one company; with several, one for each.
    json: {
      takenAt,
      ...(isRemoved ? { removed: true } : {}),
      ...(verified.length === 1 ? { verification } : { verifications: verified.map(({ json }) => json) }),
    },
    lines: [said, ...withoutHost(header, hosts), ...verified.flatMap(({ lines }) => lines)],
  }
}

type Verified = Awaited<ReturnType<typeof verifyCommand>>

/** Returns a note for an only company, which needs no host: the hosts that it had. */
function withoutHost(header: BackupHeader, hosts: readonly string[]): string[] {
  if (header.format !== COMPANY_FORMAT || hosts.length > 0 || header.company.hosts.length === 0) return []
  return [`Every host is its own while it is alone; the file says that it had ${header.company.hosts.join(', ')}.`]
}

async function buildReadModels({ settings, progress }: CommandContext, companyId: string): Promise<void> {
  const onError = (error: Error) => process.stderr.write(`${error.message}\n`)
  const pool = connectPool(settings.databaseUrl, { name: 'site-ledger restore', max: 2, onError })
  const db = kyselyOverPool(pool)
  try {
    progress('building the read models')
    await catchUp({
      db,
      companyId,
      onStopped: (projection, position, error) =>
        onError(new Error(`${projection} stopped at ${position}: ${error.message}`)),
    })
  } finally {
    await db.destroy()
  }
}
