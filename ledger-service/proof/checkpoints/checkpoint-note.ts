import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { sha256 } from '@ledger/database/binary/sha256-and-hmac.ts'

/**
 * A checkpoint in the form of C2SP tlog-checkpoint: a signed note whose text is the origin, the size of the tree and
 * its root. With the public key, anyone can verify one without a request to us.
 */
export interface LogCheckpoint {
  origin: string
  /** The number of events in the tree: the position of the last one. */
  size: number
  root: Buffer
}

/** C2SP signed-note: Ed25519. */
const ED25519_ALGORITHM_ID = 1
/** The bytes before a raw Ed25519 key in PKCS #8 and in SubjectPublicKeyInfo (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/** Returns the name of a company's log, and of the key that signs it. */
export const logOrigin = (companyId: string) => `site-ledger/${companyId}`

export interface SigningKey {
  /** 32 bytes, from which the other two are made. */
  seed: Buffer
  privateKey: KeyObject
  /** 32 bytes. */
  publicKey: Buffer
}

/** Returns the Ed25519 key of a secret: its SHA-256 is the seed, so any secret that is long enough is valid. */
export const signingKeyFromSecret = (secret: string): SigningKey => signingKeyFromSeed(sha256(secret))

/** Returns the Ed25519 key of a seed. */
export function signingKeyFromSeed(seed: Buffer): SigningKey {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(SPKI_PREFIX.length)
  return { seed, privateKey, publicKey }
}

/** Returns the public key in the form `<name>+<hash>+<key>` (C2SP signed-note, verifier keys). */
export function formatVerifierKey(origin: string, publicKey: Buffer): string {
  return `${origin}+${keyHash(origin, publicKey).toString('hex')}+${Buffer.concat([Buffer.of(ED25519_ALGORITHM_ID), publicKey]).toString('base64')}`
}

/** Returns the signed note. */
export function signCheckpoint(checkpoint: LogCheckpoint, key: SigningKey): string {
  const text = checkpointText(checkpoint)
  const signature = Buffer.concat([
    keyHash(checkpoint.origin, key.publicKey),
    sign(null, Buffer.from(text), key.privateKey),
  ])
  return `${text}\n— ${checkpoint.origin} ${signature.toString('base64')}\n`
}

/**
 * Parses a note and verifies its signature.
 * @returns undefined where it is no checkpoint of this origin, or not signed with this key
 */
export function verifyCheckpoint(note: string, origin: string, publicKey: Buffer): LogCheckpoint | undefined {
  const [, text, name, signature] = /^((?:.+\n){3})\n— (\S+) (\S+)\n$/.exec(note) ?? []
  if (text === undefined || signature === undefined || name !== origin) return undefined
  const bytes = Buffer.from(signature, 'base64')
  if (!bytes.subarray(0, 4).equals(keyHash(origin, publicKey))) return undefined
  const key = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, publicKey]), format: 'der', type: 'spki' })
  if (!verify(null, Buffer.from(text), key, bytes.subarray(4))) return undefined
  const [signedOrigin, size, root] = text.split('\n')
  if (signedOrigin !== origin || !/^\d{1,15}$/.test(size ?? '')) return undefined
  return { origin, size: Number(size), root: Buffer.from(root ?? '', 'base64') }
}

/** Origin, size, a root of 32 bytes; then the name and a signature of 68 bytes with the hash of its key. */
const NOTE_PATTERN = /[^\n—]+\n\d+\n[A-Za-z0-9+/]{43}=\n\n— \S+ [A-Za-z0-9+/]{91}=\n/g

/**
 * Returns the notes in a file that they were appended to. A note that a crash cut off is not returned, wherever it was
 * cut, even if the next note's newline ends its last line: the length shows whether a signature is complete.
 */
export function splitNotes(text: string): string[] {
  return text.match(NOTE_PATTERN) ?? []
}

/** The characters of a note, one after the other: it may be cut between any two. */
const CHARACTERS = [
  ...[...'site-ledger/', '[\\w-]*', '\n', '\\d+', '\n', ...Array<string>(43).fill('[A-Za-z0-9+/]'), '=', '\n', '\n'],
  ...['—', ' ', ...'site-ledger/', '[\\w-]*', ' ', ...Array<string>(91).fill('[A-Za-z0-9+/]'), '='],
]
/**
 * Matches a note or the beginning of one, with its last line's end. A dash that was cut is no valid UTF-8, and is read
 * as U+FFFD; where bytes were lost a file system may leave NUL.
 */
const NOTE_OR_TORN = new RegExp(
  `${CHARACTERS.reduceRight((rest, one) => `(?:${one}${rest})?`, '')}[\ufffd\0]*(?:\n|$)`,
  'y',
)

/**
 * Returns the first line of a file of notes that `splitNotes` would skip although no crash left it: an editor or a copy
 * may have changed line ends or the dash, and signed notes would be lost. Undefined where there is none.
 */
export function unreadLineIn(text: string): number | undefined {
  for (let at = 0; at < text.length; at = NOTE_OR_TORN.lastIndex) {
    NOTE_OR_TORN.lastIndex = at
    if (!NOTE_OR_TORN.test(text)) return text.slice(0, at).split('\n').length
  }
  return undefined
}

function checkpointText({ origin, size, root }: LogCheckpoint): string {
  return `${origin}\n${size}\n${root.toString('base64')}\n`
}

function keyHash(origin: string, publicKey: Buffer): Buffer {
  return sha256(Buffer.concat([Buffer.from(`${origin}\n`), Buffer.of(ED25519_ALGORITHM_ID), publicKey])).subarray(0, 4)
}
