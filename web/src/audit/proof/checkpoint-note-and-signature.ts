import { type Bytes, bytesEqual, concatBytes, fromBase64, webCryptoSha256 } from './bytes-and-sha256.ts'

/** The content of a C2SP tlog-checkpoint: the number of events, and the root of the tree over them. */
export interface ParsedCheckpoint {
  readonly size: number
  /** Base64. */
  readonly root: string
}

/** `unsupported`: this browser has no Ed25519, so the signature was not checked. */
export type SignatureCheck = 'good' | 'bad' | 'unsupported'

const CHECKPOINT_NOTE = /^((?:.+\n){3})\n— (\S+) (\S+)\n$/
const VERIFIER_KEY_FORM = /^(.+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/

/** Returns the checkpoint in a note; undefined where the note is no checkpoint. Does not check the signature. */
export function parseCheckpoint(note: string): ParsedCheckpoint | undefined {
  const [, size, root] = CHECKPOINT_NOTE.exec(note)?.[1]?.split('\n') ?? []
  return size !== undefined && root !== undefined && /^\d{1,15}$/.test(size) ? { size: Number(size), root } : undefined
}

/**
 * Checks whether the note is signed with the key (C2SP signed-note, Ed25519), and whether both belong to the same log.
 */
export async function checkSignature(note: string, verifierKey: string): Promise<SignatureCheck> {
  const [, text = '', signer, signature = ''] = CHECKPOINT_NOTE.exec(note) ?? []
  const [, name, , keyText = ''] = VERIFIER_KEY_FORM.exec(verifierKey) ?? []
  if (name === undefined || signer !== name || !text.startsWith(`${name}\n`)) return 'bad'
  const [key, bytes] = [fromBase64(keyText), fromBase64(signature)]
  const id = (await webCryptoSha256(utf8(`${name}\n`), key)).subarray(0, 4)
  if (key[0] !== 1 || !bytesEqual(bytes.subarray(0, 4), id)) return 'bad'
  return isSigned(key.subarray(1), bytes.subarray(4), utf8(text))
}

async function isSigned(rawKey: Bytes, signature: Bytes, text: Bytes): Promise<SignatureCheck> {
  try {
    const key = await crypto.subtle.importKey('raw', concatBytes(rawKey), { name: 'Ed25519' }, false, ['verify'])
    return (await crypto.subtle.verify('Ed25519', key, concatBytes(signature), text)) ? 'good' : 'bad'
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') return 'unsupported'
    throw error
  }
}

const utf8 = (text: string): Bytes => new TextEncoder().encode(text)
