import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '@ledger/database/digests.ts'
import type { Configuration } from '../configuration.ts'

/** Keys that are not in the database: who steals one of the two has neither. */
export interface Secrets {
  session: string
  pepper: Buffer
  revealKey: Buffer
}

/** Its name in DATA_DIR/keys. */
export const PEPPER = 'password-pepper'

/** The given secrets, and for the others the ones in DATA_DIR/keys, made at the first start (mode 0600). */
export function loadSecrets({ secrets, dataDirectory }: Configuration): Secrets {
  const kept = (name: string) => keepSecret(dataDirectory, name)
  return {
    session: secrets.session ?? kept('session-secret'),
    pepper: Buffer.from(secrets.pepper ?? kept(PEPPER)),
    revealKey: keyFromSecret(secrets.revealKey ?? kept('password-reveal-key')),
  }
}

/** The AES-256 key of a secret of any length. */
export const keyFromSecret = (secret: string): Buffer => sha256(secret)

/** As long as the shortest that may be given instead. */
const SHORTEST = 32

/**
 * A secret in the data directory. Two processes that start at once keep the same one: the first to name it wins. It has its
 * name when it is whole and on the disk, so a crash leaves none, or the whole of it.
 * @throws Error where what is kept is no secret: another one would lock out whoever the first one let in
 */
export function keepSecret(dataDirectory: string, name: string): string {
  const directory = join(dataDirectory, 'keys')
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const file = join(directory, name)
  if (!existsSync(file)) make(file)
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < SHORTEST) throw new Error(`${file} is not whole: put back what was in it, from a backup`)
  return secret
}

function make(file: string): void {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
