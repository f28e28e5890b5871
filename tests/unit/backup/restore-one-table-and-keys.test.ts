import { Writable } from 'node:stream'
import { CannotRestore, COMPANY_KEY_FILES } from '@ledger/ledger-service/backup/backup-format.ts'
import { parseCompanyKeys } from '@ledger/ledger-service/backup/company-backup-keys.ts'
import { tableSectionWriter } from '@ledger/ledger-service/backup/restore-section-writers.ts'
import { expect, test } from 'vitest'

/** Restores two lines into a table whose server counts so many rows. */
async function restoreTwoLines(rowCount: number): Promise<void> {
  const copy = Object.assign(new Writable({ write: (_chunk, _encoding, done) => done() }), { rowCount })
  const section = { table: 'bills', columns: ['bill_id'] }
  const writer = tableSectionWriter({ query: () => copy } as never, section, { name: 'bills', columns: ['bill_id'] })
  await writer.write(Buffer.from('one\ntwo\n'))
  await writer.end()
}

test('a table takes as many rows as the section has lines, no more and no fewer', async () => {
  await restoreTwoLines(2)
  for (const rowCount of [0, 1, 3])
    await expect(restoreTwoLines(rowCount), `${rowCount}`).rejects.toThrow(`2 lines in bills, and ${rowCount} rows`)
})

const { pepper, revealKey, seed, openidClientSecret } = COMPANY_KEY_FILES
const SEED = Buffer.alloc(32, 1).toString('base64url')
const given = { [pepper]: 'the pepper', [revealKey]: 'the reveal key', [seed]: SEED }
const parse = (keys: Record<string, string>) => parseCompanyKeys(new Map(Object.entries(keys)))

test('the keys of a company are read, with or without the secret of its OpenID provider', () => {
  expect(parse(given)).toMatchObject({ pepper: 'the pepper', revealKey: 'the reveal key', seed: SEED })
  expect(parse(given).openidClientSecret).toBeUndefined()
  expect(parse({ ...given, [openidClientSecret]: 'secret' }).openidClientSecret).toBe('secret')
})

test.each([pepper, revealKey, seed])('a backup with no %s, or with an empty one, is refused', (name) => {
  const { [name]: _, ...others } = given
  for (const keys of [others, { ...given, [name]: '' }]) expect(() => parse(keys)).toThrow(`The backup has no ${name}`)
})

test.each(['a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}+`])('a seed that is none is refused: %s', (wrong) => {
  expect(() => parse({ ...given, [seed]: wrong })).toThrow(CannotRestore)
})
