import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import type { z } from 'zod'
import {
  type BackupHeader,
  type BackupSection,
  backupHeaderLine,
  CannotRestore,
  endLine,
  isSectionOf,
  sectionLine,
  sectionName,
} from './backup-format.ts'
import { boundDecompressed, type DecompressedBytes } from './decompression-limit.ts'
import { readBackupLines } from './read-backup-lines.ts'
import { toWebStream } from './web-stream.ts'

/** A part of a backup, in the order of the file. `lines` are complete lines, as they were written. */
export type BackupPart =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'section'; section: BackupSection }
  | { kind: 'lines'; lines: Buffer }
  | { kind: 'end of section' }

/** The header, keys and counts of a backup that was read to its end. */
export interface CheckedBackup {
  header: BackupHeader
  /** By the name of the file, `keys/…`. */
  keys: Map<string, string>
  /** The number of lines of each section. */
  counts: Record<string, number>
}

/**
 * Reads a backup to its end.
 * @throws CannotRestore
 */
export async function checkBackup(file: string, passphrase: string): Promise<CheckedBackup> {
  const reading = readBackup(file, passphrase)
  const keys = new Map<string, string>()
  let header: BackupHeader | undefined
  let key: string | undefined
  for (;;) {
    const next = await reading.next()
    if (next.done) {
      if (!header) throw new CannotRestore(`${file} is no backup of Site Ledger`)
      return { header, keys, counts: next.value }
    }
    const part = next.value
    if (part.kind === 'header') header = part.header
    if (part.kind === 'section')
      key = sectionName(part.section).startsWith('keys/') ? sectionName(part.section) : undefined
    if (part.kind === 'lines' && key !== undefined) keys.set(key, keyIn(part.lines, keys.has(key)))
  }
}

/** In bytes; the keys that the product makes have 64. */
const LONGEST_KEY = 4096

function keyIn(lines: Buffer, isThere: boolean): string {
  if (isThere || lines.length > LONGEST_KEY || lines.indexOf(10) !== lines.length - 1)
    throw new CannotRestore('The backup has a key that is not one line')
  return lines.toString().trim()
}

/**
 * Yields the parts of a backup, each as soon as its bytes are authenticated; memory does not grow with the file.
 * @returns the number of lines of each section
 * @throws CannotRestore where the passphrase is wrong, or a byte was changed, added or cut off: at the latest at the
 * end, so a caller that uses parts before the end must be able to undo that
 */
export async function* readBackup(
  file: string,
  passphrase: string,
): AsyncGenerator<BackupPart, Record<string, number>> {
  const plain = await openDecrypted(file, passphrase)
  try {
    return yield* parseBackupParts(boundDecompressed(plain))
  } catch (error) {
    if (!(error instanceof Error) || error instanceof CannotRestore) throw error
    throw new CannotRestore(`${file} was changed or cut short`, { cause: error })
  } finally {
    plain.destroy()
  }
}

async function openDecrypted(file: string, passphrase: string): Promise<DecompressedBytes & Readable> {
  const handle = await open(file).catch(() => {
    throw new CannotRestore(`${file} cannot be read`)
  })
  const { buffer } = await handle.read(Buffer.alloc(AGE_VERSION_LINE.length), 0, AGE_VERSION_LINE.length, 0)
  await handle.close()
  if (buffer.toString() !== AGE_VERSION_LINE) throw new CannotRestore(`${file} is no backup of Site Ledger`)
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase.normalize('NFC'))
  const source = createReadStream(file)
  try {
    const stream = Readable.from(await decrypter.decrypt(toWebStream(source)))
    const plain = createGunzip()
    // pipe() does not forward errors.
    stream.on('error', (error) => plain.destroy(error))
    plain.on('close', () => stream.destroy())
    return stream.pipe(plain)
  } catch (error) {
    source.destroy()
    throw new CannotRestore(`The passphrase is not the one of ${file}, or its beginning was changed`, { cause: error })
  }
}

const AGE_VERSION_LINE = 'age-encryption.org/v1'

async function* parseBackupParts(plain: AsyncIterable<Buffer>): AsyncGenerator<BackupPart, Record<string, number>> {
  const counts = new Map<string, number>()
  let header: BackupHeader | undefined
  let section: string | undefined
  let end: Record<string, number> | undefined
  for await (const { line, lines } of readBackupLines(plain, () => section !== undefined)) {
    if (end) throw new CannotRestore('The backup goes on after its end')
    if (section !== undefined && lines) {
      counts.set(section, (counts.get(section) ?? 0) + lines.count)
      yield { kind: 'lines', lines: lines.bytes }
    } else if (section !== undefined) {
      section = undefined
      yield { kind: 'end of section' }
    } else if (line === undefined) {
      throw new Error('There are rows outside every section')
    } else if (!header) {
      header = parseBackupLine(backupHeaderLine, line)
      yield { kind: 'header', header }
    } else if (line.startsWith('{"end"')) {
      end = parseBackupLine(endLine, line).end
    } else {
      const next = parseBackupLine(sectionLine, line)
      section = sectionName(next)
      requireSection(header, section, counts)
      counts.set(section, 0)
      yield { kind: 'section', section: next }
    }
  }
  if (!end) throw new CannotRestore('The backup was cut short')
  requireCounts(new Map(Object.entries(end)), counts)
  return Object.fromEntries(counts)
}

function requireSection(header: BackupHeader, name: string, before: ReadonlyMap<string, number>): void {
  if (!isSectionOf(header, name))
    throw new CannotRestore(`The backup has a section ${name.slice(0, 100)}, which is unknown here`)
  if (before.has(name)) throw new CannotRestore(`The backup has ${name} twice`)
}

function requireCounts(said: ReadonlyMap<string, number>, counts: ReadonlyMap<string, number>): void {
  const different = [...new Set([...said.keys(), ...counts.keys()])].find((name) => said.get(name) !== counts.get(name))
  if (different !== undefined)
    throw new CannotRestore(
      `The backup says that ${different.slice(0, 100)} has ${said.get(different)} lines, and it has ${counts.get(different)}`,
    )
}

function parseBackupLine<T extends z.ZodType>(schema: T, line: string): z.infer<T> {
  const read = schema.safeParse(JSON.parse(line))
  if (!read.success) throw new CannotRestore('The backup was written by another version of Site Ledger')
  return read.data
}
