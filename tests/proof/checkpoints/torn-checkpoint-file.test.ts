import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChainedEvent } from '@ledger/database/binary/event-decoder.ts'
import { readOrCreateSecret } from '@ledger/ledger-service/access/installation-secrets.ts'
import {
  logOrigin,
  signingKeyFromSecret,
  splitNotes,
  verifyCheckpoint,
} from '@ledger/ledger-service/proof/checkpoints/checkpoint-note.ts'
import { HistoryChanged, openCheckpointSigner } from '@ledger/ledger-service/proof/signer/checkpoint-signer.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { randomSeed } from '../../environment/random-seed.ts'
import { chainedEventsInMemory } from '../chained-events.ts'

/** R19: a crash cuts the last note of the signer's file at any byte. */

const key = signingKeyFromSecret('a secret of at least thirty-two characters')
const companyId = randomUUID()
const folder = temporaryFolder()
const file = join(folder, 'checkpoints.txt')
const log = chainedEventsInMemory(companyId, 7)

const signerOf = (events: readonly ChainedEvent[]) =>
  openCheckpointSigner({
    companyId,
    key,
    file,
    async *read(after) {
      yield events.slice(after)
    },
  })

const isSigned = (note: string) => verifyCheckpoint(note, logOrigin(companyId), key.publicKey) !== undefined

/** The file after three events were signed, and after five. */
let [first, second]: [Buffer, Buffer] = [Buffer.alloc(0), Buffer.alloc(0)]
beforeAll(async () => {
  await (await signerOf(log.slice(0, 3))).sign()
  first = readFileSync(file)
  await (await signerOf(log.slice(0, 5))).sign()
  second = readFileSync(file)
})

describe('a file that a crash cut anywhere in its last note', () => {
  it('is gone on from, and what continues is signed, at every byte (R19)', async () => {
    let isFirst = 0
    const everyByte = Array.from({ length: second.length - first.length + 1 }, (_, at) => first.length + at)
    // The short form takes some bytes, others with each seed, and the last ones.
    const cuts = everyByte.filter((cut) => isFullRun || cut % 6 === randomSeed % 6 || cut > second.length - 3)
    for (const cut of cuts) {
      writeFileSync(file, second.subarray(0, cut))
      const signer = await signerOf(log.slice(0, 6))
      if (signer.last?.size === 3) isFirst++
      expect([3, 5], `cut at ${cut}`).toContain(signer.last?.size)
      expect((await signer.sign())?.size, `cut at ${cut}`).toBe(6)
      expect(splitNotes(readFileSync(file, 'utf8')).every(isSigned), `cut at ${cut}`).toBe(true)
      const next = await signerOf(log)
      expect(next.last?.size, `cut at ${cut}`).toBe(6)
      expect((await next.sign())?.size).toBe(7)
    }
    process.stdout.write(
      `R19 (seed ${randomSeed}): ${cuts.length} cuts, at ${isFirst} of them the note was lost and signed anew\n`,
    )
    // A note is complete only with its last newline.
    expect(isFirst).toBe(cuts.length - 1)
  })

  it('still keeps the signer from another history, and from a shorter one', async () => {
    const other = [...log.slice(0, 2), ...chainedEventsInMemory(companyId, 7, { report: 'another' }).slice(2)]
    for (const cut of [first.length, first.length + 100, second.length - 10]) {
      writeFileSync(file, second.subarray(0, cut))
      await expect(signerOf(other)).rejects.toThrow(HistoryChanged)
      await expect(signerOf(log.slice(0, 2))).rejects.toThrow(HistoryChanged)
    }
  })

  it('may be torn again and again', async () => {
    const note = second.subarray(first.length)
    const torn = Array.from({ length: note.length }, (_, cut) => note.subarray(0, cut))
    writeFileSync(file, Buffer.concat([first, ...torn, second.subarray(first.length)]))
    const signer = await signerOf(log)
    expect(signer.last?.size).toBe(5)
    expect((await signer.sign())?.size).toBe(7)
  })
})

describe('a secret that is kept in the data directory', () => {
  it('stays the same, and is refused where something has cut it', () => {
    const secret = readOrCreateSecret(folder, 'checkpoint-key')
    expect(readOrCreateSecret(folder, 'checkpoint-key')).toBe(secret)
    const kept = join(folder, 'keys', 'checkpoint-key')
    for (const cut of [0, 1, 31]) {
      writeFileSync(kept, secret.slice(0, cut))
      expect(() => readOrCreateSecret(folder, 'checkpoint-key')).toThrow('is not whole')
      expect(readFileSync(kept, 'utf8')).toBe(secret.slice(0, cut))
    }
  })
})
