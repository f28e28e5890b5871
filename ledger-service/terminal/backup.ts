import { connect, connectPool } from '@ledger/database/connect.ts'
import { catchUp } from '@ledger/projections/projector.ts'
import { restoreBackup } from '../backup/restore.ts'
import { writeBackup } from '../backup/write.ts'
import { CannotDo, type Outcome, type Terminal, verify } from './commands.ts'
import { passphraseOf } from './passphrase.ts'

/** `backup <file>`: everything that is needed to go on elsewhere, encrypted. */
export async function backUp(
  { settings, progress }: Terminal,
  file: string | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<Outcome> {
  if (file === undefined) throw new CannotDo('Say where to: backup <file>')
  const passphrase = await passphraseOf(environment, { twice: true })
  const { databaseUrl, dataDirectory } = settings
  const written = await writeBackup({ databaseUrl, dataDirectory, environment, file, passphrase, onProgress: progress })
  const { header, bytes, keysElsewhere } = written
  const events = header.heads.reduce((sum, { position }) => sum + position, 0)
  const lines = [`${file}: ${events} events, ${bytes} bytes, read again and whole`]
  if (keysElsewhere.length > 0)
    lines.push(`Not in it, because not on this machine: ${keysElsewhere.join(', ')}. Keep the signer's DATA_DIR, too.`)
  return { ok: true, json: { file, events, bytes, takenAt: header.takenAt, keysElsewhere }, lines }
}

/** `restore <file>`: into an empty database and an empty data directory; then the read models, and a verification of all. */
export async function restore(
  terminal: Terminal,
  file: string | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<Outcome> {
  if (file === undefined) throw new CannotDo('Say from where: restore <file>')
  const passphrase = await passphraseOf(environment)
  const { databaseUrl, dataDirectory } = terminal.settings
  const { takenAt, heads } = await restoreBackup({
    databaseUrl,
    dataDirectory,
    environment,
    file,
    passphrase,
    onProgress: terminal.progress,
  })
  for (const { companyId } of heads) await buildReadModels(terminal, companyId)
  const verified: Outcome[] = []
  for (const { companyId } of heads) verified.push(await verify({ ...terminal, company: companyId }))
  const said = `Restored as it was at ${takenAt}.`
  const [verification] = verified.map(({ json }) => json)
  return {
    ok: verified.every(({ ok }) => ok),
    // Of the one company; where there are several, of each.
    json: {
      takenAt,
      ...(verified.length === 1 ? { verification } : { verifications: verified.map(({ json }) => json) }),
    },
    lines: [said, ...verified.flatMap(({ lines }) => lines)],
  }
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
