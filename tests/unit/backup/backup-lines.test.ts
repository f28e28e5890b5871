import { randomUUID } from 'node:crypto'
import { BACKUP_FORMAT, backupHeaderLine, CannotRestore } from '@ledger/ledger-service/backup/backup-format.ts'
import { describeOtherSchema } from '@ledger/ledger-service/backup/company-import.ts'
import { boundDecompressed } from '@ledger/ledger-service/backup/decompression-limit.ts'
import { MAX_LINE_BYTES, readBackupLines } from '@ledger/ledger-service/backup/read-backup-lines.ts'
import { expect, it, vi } from 'vitest'

const CHUNK = 16 * 1024

async function* inChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK)
}

async function read(bytes: Buffer, isInSection = true) {
  const found: (string | { text: string; count: number })[] = []
  for await (const { line, lines } of readBackupLines(inChunks(bytes), () => isInSection))
    found.push(line ?? { text: lines?.bytes.toString() ?? '', count: lines?.count ?? 0 })
  return found
}

it('a line is whole, wherever the chunks that it comes in end', async () => {
  for (const length of [0, 1, CHUNK - 2, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK]) {
    const rows = ['x'.repeat(length), 'y', '\\.', '']
    const found = await read(Buffer.from(`${rows.join('\n')}\n`))
    const text = found.map((each) => (typeof each === 'string' ? `${each}\n` : each.text)).join('')
    expect(text).toBe(`${rows.join('\n')}\n`)
    expect(found.reduce((sum, each) => sum + (typeof each === 'string' ? 0 : each.count), 0)).toBe(3)
  }
})

it('the bytes of a long line are joined once, not once for each chunk', async () => {
  const bytes = Buffer.from(`${'x'.repeat(100 * CHUNK)}\n`)
  const concat = vi.spyOn(Buffer, 'concat')
  await read(bytes)
  const joined = concat.mock.results.reduce((sum, { value }) => sum + value.length, 0)
  concat.mockRestore()
  expect(joined).toBeLessThanOrEqual(bytes.length + CHUNK)
})

it('a line that is longer than any of a backup is refused before its end is there', async () => {
  let read = 0
  async function* endless(): AsyncGenerator<Buffer> {
    for (;;) {
      read += CHUNK
      yield Buffer.alloc(CHUNK, 'x')
    }
  }
  await expect(readBackupLines(endless(), () => true).next()).rejects.toThrow(CannotRestore)
  expect(read).toBeLessThanOrEqual(MAX_LINE_BYTES + CHUNK)
})

it('a file out of which more comes than out of any backup of its size is refused; one that is only large is not', async () => {
  const chunk = Buffer.alloc(1024 * 1024)
  /** @param from how many bytes each input byte expands to */
  const unzipped = (from: number, count: number) => ({
    bytesWritten: 0,
    async *[Symbol.asyncIterator]() {
      for (let at = 0; at < count; at++) {
        this.bytesWritten += Math.ceil(chunk.length / from)
        yield chunk
      }
    },
  })
  const sizeOf = async (source: ReturnType<typeof unzipped>) => {
    let size = 0
    for await (const { length } of boundDecompressed(source)) size += length
    return size
  }
  expect(await sizeOf(unzipped(200, 1000))).toBe(1000 * chunk.length)
  await expect(sizeOf(unzipped(1000, 1000))).rejects.toThrow(CannotRestore)
})

it('a company whose log is still empty has its place in the header of a backup', () => {
  const head = { companyId: '018f0000-0000-7000-8000-000000000001', position: 0, hash: '0'.repeat(64) }
  const header = {
    ...{ format: BACKUP_FORMAT, id: randomUUID(), takenAt: '2026-04-01T06:30:00.000Z', schema: '0043-x' },
    heads: [head],
  }
  expect(backupHeaderLine.parse(header)).toEqual(header)
})

it('the backup of a company names which of the two versions must be brought up to the other', () => {
  expect(describeOtherSchema({ backup: '0043-b', database: '0042-a' })).toMatch(
    /made by a newer version.*update here first$/,
  )
  expect(describeOtherSchema({ backup: '0042-a', database: '0043-b' })).toMatch(
    /made by an older version.*into an empty database/,
  )
})
