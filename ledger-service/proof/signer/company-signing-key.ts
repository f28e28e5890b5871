import { hkdfSync } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkpointFilesOf, readCheckpointNotes } from '../checkpoints/checkpoint-file.ts'
import {
  logOrigin,
  type SigningKey,
  signingKeyFromSecret,
  signingKeyFromSeed,
  verifyCheckpoint,
} from '../checkpoints/checkpoint-note.ts'

/**
 * Returns the file of a key in the form in which a company's backup contains it: the 32 bytes of an Ed25519 seed, in
 * base64url.
 */
export const importedSeedFile = (companyId: string) => `keys/checkpoint-seed-${companyId}`
const SEED_FILE = new RegExp(`^${importedSeedFile('[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}')}$`)
export const isImportedSeedFile = (file: string) => SEED_FILE.test(file)

interface SigningKeySources<Secret> {
  dataDirectory: string
  /** The signer's own secret, from which keys are made; undefined where it is not on this machine. */
  secret: Secret
}

/**
 * Returns the key that signs for a company, which never changes: the key that came with it; else the signer's first
 * key, for the company that was alone when it was first signed; else one made of the signer's secret for this company,
 * so that no company's key reveals another's.
 * @param isOnly whether the company is the only one now
 * @returns undefined where this needs the signer's secret, and it is not known
 */
export function companySigningKey(keys: SigningKeySources<string>, companyId: string, isOnly: boolean): SigningKey
export function companySigningKey(
  keys: SigningKeySources<string | undefined>,
  companyId: string,
  isOnly: boolean,
): SigningKey | undefined
export function companySigningKey(
  { dataDirectory, secret }: SigningKeySources<string | undefined>,
  companyId: string,
  isOnly: boolean,
) {
  const came = join(dataDirectory, importedSeedFile(companyId))
  if (existsSync(came)) return signingKeyFromSeed(Buffer.from(readFileSync(came, 'utf8').trim(), 'base64url'))
  if (secret === undefined) return undefined
  const first = signingKeyFromSecret(secret)
  const [note] = readCheckpointNotes(companyId, checkpointFilesOf(dataDirectory, companyId, isOnly))
  const isFirst =
    note === undefined ? isOnly : verifyCheckpoint(note, logOrigin(companyId), first.publicKey) !== undefined
  return isFirst ? first : signingKeyFromSeed(deriveSeed(companyId, secret))
}

/**
 * Uses HKDF, because the first key's seed is the SHA-256 of the secret: an owner of that seed must not be able to make
 * these keys.
 */
const deriveSeed = (companyId: string, secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `site-ledger/checkpoint-key/${companyId}`, 32))
