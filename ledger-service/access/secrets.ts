import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Configuration } from '../configuration.ts'

/** Keys that are not in the database: who steals one of the two has neither. */
export interface Secrets {
  session: string
  pepper: Buffer
  revealKey: Buffer
}

/** The given secrets, and for the others the ones in DATA_DIR/keys, made at the first start (mode 0600). */
export function loadSecrets({ secrets, dataDirectory }: Configuration): Secrets {
  const kept = (name: string) => keepSecret(dataDirectory, name)
  return {
    session: secrets.session ?? kept('session-secret'),
    pepper: Buffer.from(secrets.pepper ?? kept('password-pepper')),
    revealKey: createHash('sha256')
      .update(secrets.revealKey ?? kept('password-reveal-key'))
      .digest(),
  }
}

/** A secret in the data directory. Two processes that start at once keep the same one: the first to write it wins. */
export function keepSecret(dataDirectory: string, name: string): string {
  const directory = join(dataDirectory, 'keys')
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const file = join(directory, name)
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(file, 'utf8').trim()
}
