import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import type { z } from 'zod'
import {
  CannotRestore,
  END_OF_SECTION,
  endLine,
  type Header,
  headerLine,
  nameOf,
  type Section,
  sectionLine,
} from './format.ts'
import { webStreamOf } from './web-stream.ts'

/** What a backup holds, in its order. `lines` are whole lines, as they were written. */
export type Part =
  | { kind: 'header'; header: Header }
  | { kind: 'section'; section: Section }
  | { kind: 'lines'; lines: Buffer }
  | { kind: 'end of section' }

/** What stands in a backup that was read whole. */
export interface Checked {
  header: Header
  /** By the name of the file, `keys/…`. */
  keys: Map<string, string>
  /** How many lines each section has. */
  counts: Record<string, number>
}

/** Reads a backup to its end. @throws CannotRestore */
export async function checkBackup(file: string, passphrase: string): Promise<Checked> {
  const reading = readBackup(file, passphrase)
  const keys = new Map<string, string>()
  let header: Header | undefined
  let key: string | undefined
  for (;;) {
    const next = await reading.next()
    if (next.done) {
      if (!header) throw new CannotRestore(`${file} is no backup of Site Ledger`)
      return { header, keys, counts: next.value }
    }
    const part = next.value
    if (part.kind === 'header') header = part.header
    if (part.kind === 'section') key = nameOf(part.section).startsWith('keys/') ? nameOf(part.section) : undefined
    if (part.kind === 'lines' && key !== undefined) keys.set(key, part.lines.toString().trim())
  }
}

/**
 * The parts of a backup, each as soon as its bytes were authenticated; memory does not grow with the file.
 * @returns how many lines each section held
 * @throws CannotRestore where the passphrase is wrong, or a byte was changed, added or cut off: at the latest at the end, so
 *   whoever acts on parts before it must be able to take that back
 */
export async function* readBackup(file: string, passphrase: string): AsyncGenerator<Part, Record<string, number>> {
  const plain = await decrypted(file, passphrase)
  try {
    return yield* partsOf(plain)
  } catch (error) {
    if (!(error instanceof Error) || error instanceof CannotRestore) throw error
    throw new CannotRestore(`${file} was changed or cut short`, { cause: error })
  } finally {
    plain.destroy()
  }
}

async function decrypted(file: string, passphrase: string): Promise<Readable> {
  const handle = await open(file).catch(() => {
    throw new CannotRestore(`${file} cannot be read`)
  })
  const { buffer } = await handle.read(Buffer.alloc(VERSION_LINE.length), 0, VERSION_LINE.length, 0)
  await handle.close()
  if (buffer.toString() !== VERSION_LINE) throw new CannotRestore(`${file} is no backup of Site Ledger`)
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase.normalize('NFC'))
  const source = createReadStream(file)
  try {
    const stream = Readable.from(await decrypter.decrypt(webStreamOf(source)))
    const plain = createGunzip()
    // pipe() leaves errors where they arise.
    stream.on('error', (error) => plain.destroy(error))
    plain.on('close', () => stream.destroy())
    return stream.pipe(plain)
  } catch (error) {
    source.destroy()
    throw new CannotRestore(`The passphrase is not the one of ${file}, or its beginning was changed`, { cause: error })
  }
}

const VERSION_LINE = 'age-encryption.org/v1'

async function* partsOf(plain: AsyncIterable<Buffer>): AsyncGenerator<Part, Record<string, number>> {
  const counts: Record<string, number> = {}
  let header: Header | undefined
  let section: Section | undefined
  let end: Record<string, number> | undefined
  for await (const { line, lines } of linesOf(plain, () => section !== undefined)) {
    if (end) throw new CannotRestore('The backup goes on after its end')
    if (section && lines) {
      counts[nameOf(section)] = (counts[nameOf(section)] ?? 0) + lines.count
      yield { kind: 'lines', lines: lines.bytes }
    } else if (section) {
      section = undefined
      yield { kind: 'end of section' }
    } else if (!header) {
      header = parse(headerLine, line)
      yield { kind: 'header', header }
    } else if (line.startsWith('{"end"')) {
      end = parse(endLine, line).end
    } else {
      section = parse(sectionLine, line)
      counts[nameOf(section)] = 0
      yield { kind: 'section', section }
    }
  }
  if (!end) throw new CannotRestore('The backup was cut short')
  const different = Object.keys({ ...end, ...counts }).find((name) => end[name] !== counts[name])
  if (different)
    throw new CannotRestore(
      `The backup says that ${different} has ${end[different]} lines, and it has ${counts[different]}`,
    )
  return counts
}

function parse<T extends z.ZodType>(schema: T, line: string): z.infer<T> {
  const read = schema.safeParse(JSON.parse(line))
  if (!read.success) throw new CannotRestore('The backup was written by another version of Site Ledger')
  return read.data
}

/**
 * Outside a section line by line; inside one as many lines at a time as have come, so that rows are not taken apart, and its
 * end as the one line `\.`.
 */
async function* linesOf(
  plain: AsyncIterable<Buffer>,
  inSection: () => boolean,
): AsyncGenerator<{ line: string; lines?: { bytes: Buffer; count: number } }> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of plain) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let from = 0
    let count = 0
    let start = 0
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      const isEnd = end - start === END_OF_SECTION.length && bytes.toString('latin1', start, end) === END_OF_SECTION
      if (inSection() && !isEnd) {
        count += 1
        start = end + 1
        continue
      }
      if (count > 0) yield { line: '', lines: { bytes: bytes.subarray(from, start), count } }
      yield { line: bytes.toString('utf8', start, end) }
      start = end + 1
      from = start
      count = 0
    }
    if (count > 0) yield { line: '', lines: { bytes: bytes.subarray(from, start), count } }
    rest = bytes.subarray(start)
  }
  if (rest.length > 0) throw new CannotRestore('The backup was cut short')
}
