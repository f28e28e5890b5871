import { sign } from 'node:crypto'
import { formatVerifierKey, type SigningKey } from '@ledger/ledger-service/proof/checkpoints/checkpoint-note.ts'

/** Returns a note whose signature is right, whatever its text: signed as `name`. */
export function signNoteAs(name: string, text: string, key: SigningKey): string {
  const id = Buffer.from(formatVerifierKey(name, key.publicKey).split('+')[1] ?? '', 'hex')
  const signature = Buffer.concat([id, sign(null, Buffer.from(text), key.privateKey)])
  return `${text}\n— ${name} ${signature.toString('base64')}\n`
}
