import { appendFileSync, closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ChainedEvent } from '@ledger/database/binary/event-decoder.ts'
import { type CheckpointFiles, readCheckpointNotes } from '../checkpoints/checkpoint-file.ts'
import { logOrigin, type SigningKey, signCheckpoint, verifyCheckpoint } from '../checkpoints/checkpoint-note.ts'
import { AppendOnlyMerkleTree } from '../merkle/merkle-tree.ts'
import { CHAIN_START, type ChainEnd, findFirstBadEvent } from '../verification/verify-chain.ts'

/** The part of a log that the signer has read: it signs only a continuation of it. */
interface SignedPrefix {
  tree: AppendOnlyMerkleTree
  end: ChainEnd
}

/** Thrown where the history in the database is not the one that was signed. */
export class HistoryChanged extends Error {}

export interface SignedCheckpoint {
  size: number
  root: Buffer
  note: string
}

/** Reads events of the log after a position, in order, in pages. */
export type ReadEventsAfter = (after: number) => AsyncIterable<ChainedEvent[]>

export interface CheckpointSigner {
  /** The last checkpoint that it ever signed. */
  readonly last: SignedCheckpoint | undefined
  /**
   * Signs the log now, if it has grown since the last time.
   * @throws HistoryChanged where it has shrunk, or where the signed part is no longer its beginning
   */
  sign(): Promise<SignedCheckpoint | undefined>
}

/**
 * Opens the signer of a company's log. It has a key and a file of its own outside the database, to which checkpoints
 * are only ever added. At its start it reads the log once from the beginning and compares it with every checkpoint in
 * its files; after that it only adds new events to the tree.
 */
export async function openCheckpointSigner(
  options: { companyId: string; key: SigningKey; read: ReadEventsAfter } & Pick<CheckpointFiles, 'file'> &
    Partial<CheckpointFiles>,
): Promise<CheckpointSigner> {
  const { companyId, key, file, sharedFiles = [], read } = options
  const origin = logOrigin(companyId)
  const signed = readSignedCheckpoints(companyId, { file, sharedFiles }, key)
  let last = signed.at(-1)
  const seen = await replayToLastCheckpoint(read, signed)

  async function sign(): Promise<SignedCheckpoint | undefined> {
    await readNewEvents(seen, read)
    if (seen.tree.size === (last?.size ?? 0)) return undefined
    const checkpoint = { origin, size: seen.tree.size, root: seen.tree.root() }
    const note = signCheckpoint(checkpoint, key)
    appendNoteDurably(file, note)
    last = { size: checkpoint.size, root: checkpoint.root, note }
    return last
  }

  return {
    get last() {
      return last
    },
    sign,
  }
}

/** Reads the log up to the last checkpoint and requires that each signed one still matches it. */
async function replayToLastCheckpoint(read: ReadEventsAfter, signed: SignedCheckpoint[]): Promise<SignedPrefix> {
  const seen = { tree: new AppendOnlyMerkleTree(), end: CHAIN_START }
  let due = 0
  const upTo = signed.at(-1)?.size ?? 0
  for await (const page of read(0)) {
    for (const event of page) {
      if (seen.tree.size === upTo) break
      appendVerified(seen, event)
      for (; signed[due]?.size === seen.tree.size; due++)
        if (!signed[due]?.root.equals(seen.tree.root()))
          throw new HistoryChanged(`What was signed at ${seen.tree.size} events is not what the log says now`)
    }
    if (seen.tree.size === upTo) break
  }
  const left = signed[due]
  if (left) throw new HistoryChanged(`${left.size} events were signed, and the log has only ${seen.tree.size}`)
  return seen
}

/**
 * Reads the events after the ones already read. Those before are not read again: the next event must contain the last
 * one's hash.
 */
async function readNewEvents(seen: SignedPrefix, read: ReadEventsAfter): Promise<void> {
  const { position } = seen.end
  if (position > 0) {
    let found = false
    for await (const [event] of read(position - 1)) {
      found = event !== undefined && event.position === position && event.hash.equals(seen.end.hash)
      break
    }
    if (!found) throw new HistoryChanged(`The event at ${position} is not the one that was signed`)
  }
  for await (const page of read(position)) for (const event of page) appendVerified(seen, event)
}

function appendVerified(seen: SignedPrefix, event: ChainedEvent): void {
  const bad = findFirstBadEvent(seen.end, [event])
  if (bad) throw new HistoryChanged(`The event at ${bad.position} cannot be signed: ${bad.reason}`)
  seen.tree.append(event.hash)
  seen.end = event
}

/** Returns the checkpoints by size, each once. A note that a crash cut off was never published. */
function readSignedCheckpoints(companyId: string, files: CheckpointFiles, key: SigningKey): SignedCheckpoint[] {
  return [...new Set(readCheckpointNotes(companyId, files))]
    .map((note) => {
      const checkpoint = verifyCheckpoint(note, logOrigin(companyId), key.publicKey)
      if (!checkpoint) throw new HistoryChanged(`${files.file} holds a checkpoint that this key has not signed`)
      return { size: checkpoint.size, root: checkpoint.root, note }
    })
    .sort((a, b) => a.size - b.size)
}

function appendNoteDurably(file: string, note: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const handle = openSync(file, 'a', 0o600)
  try {
    // The newline ends an incomplete line that a crash or a full disk left before it.
    appendFileSync(handle, `\n${note}`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  // The name of a new file is on the disk when its folder is.
  const folder = openSync(dirname(file), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
