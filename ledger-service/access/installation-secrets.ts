import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '@ledger/database/binary/sha256-and-hmac.ts'
import type { ApiConfiguration } from '../configuration/api-configuration.ts'

/** Keys that are not in the database, so that a thief needs both the database and the keys. */
export interface InstallationSecrets {
  session: string
  pepper: Buffer
  revealKey: Buffer
}

/** The file name in DATA_DIR/keys. */
export const PEPPER_FILE = 'password-pepper'

/** Returns the given secrets, and for the others those in DATA_DIR/keys, which the first start makes (mode 0600). */
export function loadInstallationSecrets({ secrets, dataDirectory }: ApiConfiguration): InstallationSecrets {
  const stored = (name: string) => readOrCreateSecret(dataDirectory, name)
  return {
    session: secrets.session ?? stored('session-secret'),
    pepper: Buffer.from(secrets.pepper ?? stored(PEPPER_FILE)),
    revealKey: aesKeyFromSecret(secrets.revealKey ?? stored('password-reveal-key')),
  }
}

/** Returns the AES-256 key of a secret of any length. */
export const aesKeyFromSecret = (secret: string): Buffer => sha256(secret)

/** Characters; the same minimum as for a secret that is given as a setting. */
const MIN_SECRET_LENGTH = 32

/**
 * Returns a secret of the data directory, and makes it where there is none. Two processes that start at once use the
 * same one: the first to create the file wins. The file gets its name when it is complete and on the disk, so a crash
 * leaves none, or the complete one.
 * @throws Error where the file holds no secret: a new one would lock out the users of the old one
 */
export function readOrCreateSecret(dataDirectory: string, name: string): string {
  const directory = join(dataDirectory, 'keys')
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const file = join(directory, name)
  if (!existsSync(file)) createSecretFile(file)
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < MIN_SECRET_LENGTH) throw new Error(`${file} is not whole: put back what was in it, from a backup`)
  return secret
}

function createSecretFile(file: string): void {
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
