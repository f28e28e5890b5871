import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { BACKUP_FORMAT, CannotRestore } from '@ledger/ledger-service/backup/backup-format.ts'
import { checkBackup } from '@ledger/ledger-service/backup/read-backup.ts'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { writeBackupFile } from '../../faults/hostile-input/backup-file-parts.ts'

/** Files that no backup writes, opened with the right passphrase. */

const PASSPHRASE = 'four words and a number 7'
const folder = temporaryFolder()
const heads = [{ companyId: randomUUID(), position: 1, hash: 'a'.repeat(64) }]
const header = JSON.stringify({
  ...{ format: BACKUP_FORMAT, id: randomUUID(), takenAt: '2026-11-20T10:00:00.000Z', schema: 'one', heads },
})
const PEPPER = ['{"file":"keys/password-pepper"}', 'the pepper', '\\.']
const BILLS = ['{"table":"bills","columns":["bill_id"]}', 'one', 'two', '\\.']
const endOf = (counts: Record<string, number>) => JSON.stringify({ end: counts })
const BOTH = { 'keys/password-pepper': 1, bills: 2 }

const check = async (...lines: string[]) =>
  await checkBackup(
    await writeBackupFile(join(folder, 'a.backup'), [header, ...lines, ''].join('\n'), PASSPHRASE),
    PASSPHRASE,
  )

it('a whole file has its keys, and counts its lines', async () => {
  const { keys, counts } = await check(...PEPPER, ...BILLS, endOf(BOTH))
  expect(keys).toEqual(new Map([['keys/password-pepper', 'the pepper']]))
  expect(counts).toEqual(BOTH)
})

it.each<[string, string[], RegExp]>([
  ['a section after the end', [...PEPPER, endOf(BOTH), ...BILLS], /goes on after its end/],
  ['a second end', [...PEPPER, ...BILLS, endOf({}), endOf(BOTH)], /goes on after its end/],
  ['no end', [...PEPPER, ...BILLS], /cut short/],
  ['a section without its end', [...PEPPER, ...BILLS.slice(0, -1)], /cut short/],
  ['a section twice', [...BILLS, ...BILLS, endOf({ bills: 4 })], /bills twice/],
  ['a section that no backup has', ['{"file":"../passwd"}', 'x', '\\.', endOf({ '../passwd': 1 })], /unknown here/],
  ['a line too many', [...PEPPER, ...BILLS, endOf({ ...BOTH, bills: 1 })], /bills has 1 lines, and it has 2/],
  ['a section too few', [...BILLS, endOf(BOTH)], /keys\/password-pepper has 1 lines/],
  ['a key of two lines', [PEPPER[0] ?? '', 'one', 'two', '\\.', endOf({})], /not one line/],
])('a file with %s is refused', async (_what, lines, why) => {
  const refused = check(...lines)
  await expect(refused).rejects.toBeInstanceOf(CannotRestore)
  await expect(refused).rejects.toThrow(why)
})
