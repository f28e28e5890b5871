import { setImmediate as othersFirst } from 'node:timers/promises'
import type { Database } from '@ledger/database/tables.ts'
import type { Kysely } from 'kysely'
import { type Checkpoint, openCheckpoint, originOf } from './checkpoint.ts'
import { keptNotes } from './kept-notes.ts'

/** The conditions that the checkpoints put on a log, by size, and a problem for each note that is not this ledger's. */
export interface Signed {
  due: Map<number, { root: Buffer; note: string }[]>
  problems: string[]
}

/** Signatures verified between two pauses; one takes about a tenth of a millisecond. */
const AT_ONCE = 100

/**
 * Returns all signed checkpoints, those in the database and those outside it, each note once; its signature is verified
 * where the signer's key is known.
 */
export async function readSigned(given: {
  db: Kysely<Database>
  companyId: string
  publicKey: Buffer | undefined
  notes?: string[]
}): Promise<Signed> {
  const { db, companyId, publicKey } = given
  const origin = originOf(companyId)
  const notes = new Set(given.notes)
  for await (const page of keptNotes(db, companyId)) for (const { note } of page) notes.add(note)
  const signed: Signed = { due: new Map(), problems: [] }
  let read = 0
  for (const note of notes) {
    if (++read % AT_ONCE === 0) await othersFirst()
    const checkpoint = publicKey ? openCheckpoint(note, origin, publicKey) : unchecked(note, origin)
    if (checkpoint) add(signed, checkpoint, note)
    else signed.problems.push(`A checkpoint was not signed by this ledger's signer: ${note.split('\n', 2).join(' ')}`)
  }
  return signed
}

function add({ due }: Signed, { size, root }: Checkpoint, note: string): void {
  const others = due.get(size)
  if (others) others.push({ root, note })
  else due.set(size, [{ root, note }])
}

function unchecked(note: string, expected: string): Checkpoint | undefined {
  const [origin = '', size = '', root = ''] = note.split('\n')
  return origin === expected ? { origin, size: Number(size), root: Buffer.from(root, 'base64') } : undefined
}
