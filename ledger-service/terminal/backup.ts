import { openContents } from '@ledger/bills/contents.ts'
import { connect, connectPool } from '@ledger/database/connect.ts'
import { catchUp } from '@ledger/projections/projector.ts'
import { COMPANY_FORMAT, type Header } from '../backup/format.ts'
import { restoreBackup } from '../backup/restore.ts'
import { type BackingUp, writeBackup } from '../backup/write.ts'
import { CannotDo, type Outcome, type Terminal, verify, withLedger } from './commands.ts'
import { asHost } from './company.ts'
import { sealingOf } from './create-admin.ts'
import { passphraseOf } from './passphrase.ts'

/**
 * `backup <file> [--company <host or id>]`: writes everything that another installation needs, or everything of one
 * company, encrypted.
 */
export async function backUp(
  terminal: Terminal,
  file: string | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<Outcome> {
  if (file === undefined) throw new CannotDo('Say where to: backup <file>')
  const passphrase = await passphraseOf(environment, { twice: true })
  if (terminal.company === undefined) return written(terminal, environment, { file, passphrase })
  return withLedger(terminal, async ({ db, companyId }) => {
    const bills = await openContents(companyId, terminal.settings.billsS3)
    try {
      return await written(terminal, environment, { file, passphrase, leaving: { companyId, bills, db } })
    } finally {
      bills.close()
    }
  })
}

async function written(
  { settings: { databaseUrl, dataDirectory }, progress }: Terminal,
  environment: NodeJS.ProcessEnv,
  asked: Pick<BackingUp, 'file' | 'passphrase' | 'leaving'>,
): Promise<Outcome> {
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
export async function restore(
  terminal: Terminal,
  file: string | undefined,
  { hosts, environment }: { hosts: readonly string[]; environment: NodeJS.ProcessEnv },
): Promise<Outcome> {
  if (file === undefined) throw new CannotDo('Say from where: restore <file>')
  const passphrase = await passphraseOf(environment)
  const { databaseUrl, dataDirectory } = terminal.settings
  const verified: Verified[] = []
  const verifyOne = async (companyId: string) => {
    await buildReadModels(terminal, companyId)
    const outcome = await verify({ ...terminal, company: companyId })
    verified.push(outcome)
    return outcome.json.areBooksWell
  }
  const header = await restoreBackup({
    databaseUrl,
    dataDirectory,
    environment,
    file,
    passphrase,
    hosts: [...new Set(hosts.map(asHost))],
    sealing: () => sealingOf(environment),
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

type Verified = Awaited<ReturnType<typeof verify>>

/** Returns a note for an only company, which needs no host: the hosts that it had. */
function withoutHost(header: Header, hosts: readonly string[]): string[] {
  if (header.format !== COMPANY_FORMAT || hosts.length > 0 || header.company.hosts.length === 0) return []
  return [`Every host is its own while it is alone; the file says that it had ${header.company.hosts.join(', ')}.`]
}

async function buildReadModels({ settings, progress }: Terminal, companyId: string): Promise<void> {
  const onError = (error: Error) => process.stderr.write(`${error.message}\n`)
  const pool = connectPool(settings.databaseUrl, { name: 'site-ledger restore', max: 2, onError })
  const db = connect(pool)
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
