import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { originOf, signCheckpoint, signingKeyFrom } from '@ledger/ledger-service/proof/checkpoint.ts'
import { notesOf, SIGNERS_FILE, signersFiles } from '@ledger/ledger-service/proof/signers-files.ts'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../environment/folder.ts'

const key = signingKeyFrom('a secret of enough length')
const noteOf = (companyId: string, size: number) =>
  signCheckpoint({ origin: originOf(companyId), size, root: Buffer.alloc(32) }, key)

test('of a file of before each company has its own notes, also those that come to it later', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'checkpoints'))
  const append = (file: string, ...notes: string[]) => appendFileSync(join(folder, file), `\n${notes.join('\n')}`)
  const read = (companyId: string) => notesOf(companyId, signersFiles(folder, companyId, false))
  expect(read('a')).toEqual([])
  const [first, second] = [noteOf('a', 1), noteOf('a', 2)]
  append(SIGNERS_FILE, first, second)
  expect([read('a'), read('b')]).toEqual([[first, second], []])
  append('checkpoints/b.txt', noteOf('b', 1))
  append(SIGNERS_FILE, noteOf('b', 3))
  expect([read('a'), read('b')]).toEqual([
    [first, second],
    [noteOf('b', 3), noteOf('b', 1)],
  ])
})
