import { setImmediate as othersFirst } from 'node:timers/promises'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import { type LogCheckpoint, logOrigin, verifyCheckpoint } from './checkpoint-note.ts'
import { readCheckpointPages } from './read-stored-checkpoints.ts'

/** The conditions that the checkpoints put on a log, by size, and a problem for each note that is not this ledger's. */
export interface CheckpointsToVerify {
  bySize: Map<number, { root: Buffer; note: string }[]>
  problems: string[]
}

/** Signatures verified between two pauses; one takes about a tenth of a millisecond. */
const SIGNATURES_PER_TURN = 100

/**
 * Returns all signed checkpoints, those in the database and those outside it, each note once; its signature is verified
 * where the signer's key is known.
 */
export async function readCheckpointsToVerify(given: {
  db: Kysely<Database>
  companyId: string
  publicKey: Buffer | undefined
  notes?: string[]
}): Promise<CheckpointsToVerify> {
  const { db, companyId, publicKey } = given
  const origin = logOrigin(companyId)
  const notes = new Set(given.notes)
  for await (const page of readCheckpointPages(db, companyId)) for (const { note } of page) notes.add(note)
  const signed: CheckpointsToVerify = { bySize: new Map(), problems: [] }
  let read = 0
  for (const note of notes) {
    if (++read % SIGNATURES_PER_TURN === 0) await othersFirst()
    const checkpoint = publicKey ? verifyCheckpoint(note, origin, publicKey) : parseUncheckedNote(note, origin)
    if (checkpoint) addCheckpoint(signed, checkpoint, note)
    else signed.problems.push(`A checkpoint was not signed by this ledger's signer: ${note.split('\n', 2).join(' ')}`)
  }
  return signed
}

function addCheckpoint({ bySize }: CheckpointsToVerify, { size, root }: LogCheckpoint, note: string): void {
  const others = bySize.get(size)
  if (others) others.push({ root, note })
  else bySize.set(size, [{ root, note }])
}

function parseUncheckedNote(note: string, expected: string): LogCheckpoint | undefined {
  const [origin = '', size = '', root = ''] = note.split('\n')
  return origin === expected ? { origin, size: Number(size), root: Buffer.from(root, 'base64') } : undefined
}
