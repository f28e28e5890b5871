import { md5, rc4 } from './md5-and-rc4.ts'
import { bytesAsText, indexOfWord } from './search-bytes.ts'

/** A range of the bytes of a file, from one index to another. */
interface ByteRange {
  readonly begin: number
  readonly end: number
}

/**
 * Returns whether a PDF asks for a password before it shows anything. A PDF whose password only limits printing or
 * copying opens without one, and so does one that this function cannot read.
 * @param crossReferences the offset of its newest cross-reference table
 */
export async function asksForPassword(file: Uint8Array, crossReferences: number): Promise<boolean> {
  const trailer = findTrailer(file, crossReferences)
  const dictionary = trailer && findEncryption(file, trailer)
  if (trailer === undefined || dictionary === undefined) return false
  // Another handler than the standard one asks for a certificate.
  if (!/\/Filter\s{0,9}\/Standard\b/.test(textOf(file, dictionary))) return true
  const fields = readEncryption(file, dictionary, trailer)
  return fields !== undefined && !(await opensWithoutPassword(fields))
}

/** More than any dictionary here has. */
const MAX_DICTIONARY_LENGTH = 65_536
/** A string of a dictionary has at most 127 bytes here, each written with at most four characters. */
const MAX_STRING_LENGTH = 1024

const textOf = (file: Uint8Array, { begin, end }: ByteRange) => bytesAsText(file, begin, end)

/** Returns the part from an index to the first of some words. */
function partUpTo(file: Uint8Array, begin: number, words: RegExp): ByteRange {
  const length = bytesAsText(file, begin, begin + MAX_DICTIONARY_LENGTH).search(words)
  return { begin, end: begin + (length === -1 ? MAX_DICTIONARY_LENGTH : length) }
}

/**
 * Returns the dictionary of the trailer: it follows the word `trailer` behind a cross-reference table, or begins a
 * cross-reference stream.
 */
function findTrailer(file: Uint8Array, crossReferences: number): ByteRange | undefined {
  const first = bytesAsText(file, crossReferences, crossReferences + 64).trimStart()
  const isStream = /^\d{1,10}\s{1,9}\d{1,5}\s{1,9}obj\b/.test(first)
  // Readers also find a table whose offset is a little off: the trailer of most files is at their end.
  const from = first.startsWith('xref') ? crossReferences : file.length - MAX_DICTIONARY_LENGTH
  const begin = isStream ? crossReferences : indexOfWord(file, 'trailer', from)
  return begin === -1 ? undefined : partUpTo(file, begin, /startxref|\bstream\b/)
}

/** Returns the dictionary of the encryption, which stands in the trailer or in an object of its own. */
function findEncryption(file: Uint8Array, trailer: ByteRange): ByteRange | undefined {
  const found = /\/Encrypt\s{0,9}(?:<<|(\d{1,10})\s{1,9}(\d{1,5})\s{1,9}R\b)/.exec(textOf(file, trailer))
  if (found === null) return undefined
  const [, number, generation] = found
  if (number === undefined) return { ...trailer, begin: trailer.begin + found.index }
  const word = `${number} ${generation} obj`
  let at = indexOfWord(file, word, 0)
  while (at > 0 && isDigit(file[at - 1])) at = indexOfWord(file, word, at + 1)
  return at === -1 ? undefined : partUpTo(file, at, /\bendobj\b/)
}

const isDigit = (code = 0) => code >= 0x30 && code <= 0x39

interface Encryption {
  revision: number
  owner: Uint8Array
  user: Uint8Array
  permissions: number
  keyBytes: number
  encryptsMetadata: boolean
  documentId: Uint8Array
}

/** Returns the fields by which a password is checked (ISO 32000-2, table 21); undefined where one is missing. */
function readEncryption(file: Uint8Array, dictionary: ByteRange, trailer: ByteRange): Encryption | undefined {
  const text = textOf(file, dictionary)
  const numberOf = (name: string) => {
    const [, digits] = new RegExp(`/${name}\\s{0,9}(-?\\d{1,10})\\b`).exec(text) ?? []
    return digits === undefined ? undefined : Number(digits)
  }
  const [version, revision, permissions] = [numberOf('V'), numberOf('R'), numberOf('P')]
  const owner = stringAfter(file, dictionary, /\/O\s{0,9}(?=[(<])/)
  const user = stringAfter(file, dictionary, /\/U\s{0,9}(?=[(<])/)
  if (version === undefined || revision === undefined || permissions === undefined) return undefined
  if (owner === undefined || user === undefined || user.length < (revision < 5 ? 16 : 48)) return undefined
  const bits = version === 1 ? 40 : version === 4 ? 128 : (numberOf('Length') ?? 40)
  return {
    revision,
    owner: owner.slice(0, revision < 5 ? 32 : 48),
    user: user.slice(0, revision < 5 ? 32 : 48),
    permissions,
    keyBytes: Math.min(16, Math.max(5, bits >> 3)),
    encryptsMetadata: !/\/EncryptMetadata\s{1,9}false\b/.test(text),
    documentId: stringAfter(file, trailer, /\/ID\s{0,9}\[\s{0,9}(?=[(<])/) ?? new Uint8Array(),
  }
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** Returns the bytes of the string that begins where the pattern ends: `(…)` with escapes, or `<…>` in hex. */
function stringAfter(file: Uint8Array, part: ByteRange, pattern: RegExp): Uint8Array | undefined {
  const found = pattern.exec(textOf(file, part))
  if (found === null) return undefined
  const begin = part.begin + found.index + found[0].length
  const text = bytesAsText(file, begin, begin + MAX_STRING_LENGTH)
  if (text.startsWith('<')) {
    const hex = text.slice(1, text.indexOf('>')).replaceAll(/\s/g, '')
    return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  }
  const bytes: number[] = []
  let open = 1
  for (const [written] of text.slice(1).matchAll(/\\[0-7]{1,3}|\\\r\n|\\[\s\S]|\r\n?|[\s\S]/g)) {
    open += written === '(' ? 1 : written === ')' ? -1 : 0
    if (open === 0) return Uint8Array.from(bytes)
    const [, escaped] = /^\\([\s\S]*)$/.exec(written) ?? []
    // A line end in a string is one line feed, and nothing behind a backslash.
    if (escaped === undefined) bytes.push((written.startsWith('\r') ? '\n' : written).charCodeAt(0))
    else if (/^[0-7]/.test(escaped)) bytes.push(Number.parseInt(escaped, 8))
    else if (!/^[\r\n]/.test(escaped)) bytes.push((ESCAPES[escaped] ?? escaped).charCodeAt(0))
  }
  return undefined
}

/** Checks the empty user password (ISO 32000-2, 7.6.4.4). An unknown revision counts as open. */
async function opensWithoutPassword(encryption: Encryption): Promise<boolean> {
  const { revision, user, documentId } = encryption
  if (revision === 2) return startsWith(user, rc4(legacyKey(encryption), PASSWORD_PADDING))
  if (revision === 3 || revision === 4) {
    const key = legacyKey(encryption)
    let expected = md5(joined(PASSWORD_PADDING, documentId))
    for (let round = 0; round < 20; round += 1)
      expected = rc4(
        key.map((byte) => byte ^ round),
        expected,
      )
    return startsWith(user, expected)
  }
  // A page that was loaded over http has no digests. The server then decides.
  if ((revision !== 5 && revision !== 6) || globalThis.crypto?.subtle === undefined) return true
  const salt = user.slice(32, 40)
  return startsWith(user, await (revision === 5 ? digest('SHA-256', salt) : hardenedHash(salt)))
}

const startsWith = (bytes: Uint8Array, begin: Uint8Array) => begin.every((byte, index) => bytes[index] === byte)

/** Stands for the missing characters of a password. */
const PASSWORD_PADDING = Uint8Array.from(
  '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a'.match(/../g) ?? [],
  (byte) => Number.parseInt(byte, 16),
)

/** Returns the key of the empty password (ISO 32000-2, algorithm 2). */
function legacyKey({ revision, owner, permissions, keyBytes, encryptsMetadata, documentId }: Encryption): Uint8Array {
  const flags = new Uint8Array(4)
  new DataView(flags.buffer).setInt32(0, permissions, true)
  const unencrypted = revision >= 4 && !encryptsMetadata ? [255, 255, 255, 255] : []
  let key = md5(joined(PASSWORD_PADDING, owner, flags, documentId, Uint8Array.from(unencrypted)))
  if (revision === 2) return key.slice(0, 5)
  for (let round = 0; round < 50; round += 1) key = md5(key.slice(0, keyBytes))
  return key.slice(0, keyBytes)
}

/** Returns the hash of the empty password (ISO 32000-2, algorithm 2.B). It ends after at most 288 rounds. */
async function hardenedHash(salt: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  let key = await digest('SHA-256', salt)
  for (let round = 1; ; round += 1) {
    const repeated = joined(...Array<Uint8Array>(64).fill(key))
    const aes = await crypto.subtle.importKey('raw', key.slice(0, 16), 'AES-CBC', false, ['encrypt'])
    const padded = await crypto.subtle.encrypt({ name: 'AES-CBC', iv: key.slice(16, 32) }, aes, repeated)
    const encrypted = new Uint8Array(padded, 0, repeated.length)
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = await digest((['SHA-256', 'SHA-384', 'SHA-512'] as const)[remainder as 0 | 1 | 2], encrypted)
    if (round >= 64 && (encrypted.at(-1) ?? 0) <= round - 32) return key.slice(0, 32)
  }
}

async function digest(
  name: 'SHA-256' | 'SHA-384' | 'SHA-512',
  message: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest(name, message))
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
