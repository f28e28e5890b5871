import { hkdfSync } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openCheckpoint, originOf, type SigningKey, signingKeyFrom, signingKeyOf } from './checkpoint.ts'
import { notesOf, signersFiles } from './signers-files.ts'

/** A key as a company takes it with it: the 32 bytes that an Ed25519 key is made of, in base64url. */
export const seedFile = (companyId: string) => `keys/checkpoint-seed-${companyId}`
const SEED_FILE = new RegExp(`^${seedFile('[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}')}$`)
export const isSeedFile = (file: string) => SEED_FILE.test(file)

interface Keys<Secret> {
  dataDirectory: string
  /** The signer's own, of which keys are made; undefined where it is not on this machine. */
  secret: Secret
}

/**
 * The key that vouches for a company, the same for as long as there is the company: the one that came with it; else the signer's first key,
 * for the company that was alone when it was first signed; else one made of the signer's secret for this company, so that none gives
 * away another's.
 * @param isOnly whether it is alone now
 * @returns undefined where the signer's secret is needed for that, and not known
 */
export function keyOfCompany(keys: Keys<string>, companyId: string, isOnly: boolean): SigningKey
export function keyOfCompany(keys: Keys<string | undefined>, companyId: string, isOnly: boolean): SigningKey | undefined
export function keyOfCompany({ dataDirectory, secret }: Keys<string | undefined>, companyId: string, isOnly: boolean) {
  const came = join(dataDirectory, seedFile(companyId))
  if (existsSync(came)) return signingKeyOf(Buffer.from(readFileSync(came, 'utf8').trim(), 'base64url'))
  if (secret === undefined) return undefined
  const first = signingKeyFrom(secret)
  const [note] = notesOf(companyId, signersFiles(dataDirectory, companyId, isOnly))
  const isFirst = note === undefined ? isOnly : openCheckpoint(note, originOf(companyId), first.publicKey) !== undefined
  return isFirst ? first : signingKeyOf(madeFor(companyId, secret))
}

/** HKDF, because the first key's seed is the SHA-256 of the secret: whoever has that must not be able to make these. */
const madeFor = (companyId: string, secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `site-ledger/checkpoint-key/${companyId}`, 32))
