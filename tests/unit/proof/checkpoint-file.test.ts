import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  checkpointFilesOf,
  readCheckpointNotes,
  SHARED_CHECKPOINT_FILE,
} from '@ledger/ledger-service/proof/checkpoints/checkpoint-file.ts'
import {
  logOrigin,
  signCheckpoint,
  signingKeyFromSecret,
} from '@ledger/ledger-service/proof/checkpoints/checkpoint-note.ts'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'

const key = signingKeyFromSecret('a secret of enough length')
const noteOf = (companyId: string, size: number) =>
  signCheckpoint({ origin: logOrigin(companyId), size, root: Buffer.alloc(32) }, key)

test('of a file of before each company has its own notes, also those that come to it later', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'checkpoints'))
  const append = (file: string, ...notes: string[]) => appendFileSync(join(folder, file), `\n${notes.join('\n')}`)
  const read = (companyId: string) => readCheckpointNotes(companyId, checkpointFilesOf(folder, companyId, false))
  expect(read('a')).toEqual([])
  const [first, second] = [noteOf('a', 1), noteOf('a', 2)]
  append(SHARED_CHECKPOINT_FILE, first, second)
  expect([read('a'), read('b')]).toEqual([[first, second], []])
  append('checkpoints/b.txt', noteOf('b', 1))
  append(SHARED_CHECKPOINT_FILE, noteOf('b', 3))
  expect([read('a'), read('b')]).toEqual([
    [first, second],
    [noteOf('b', 3), noteOf('b', 1)],
  ])
})
