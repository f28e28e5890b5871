/** A file of an archive: its bytes are asked for once, when its turn comes. */
export interface ZipEntry {
  readonly name: string
  readonly content: AsyncIterable<Uint8Array<ArrayBuffer>>
}

/** What fits the fields of an archive without ZIP64. */
const MOST_BYTES = 0xffff_ffff

/**
 * A ZIP archive (PKWARE APPNOTE 6.3). Each entry is packed as its bytes come, into a Blob, which the browser keeps outside of the
 * page's memory.
 * @throws RangeError where an entry or the archive reaches 4 GB
 */
export async function zip(entries: readonly ZipEntry[]): Promise<Blob> {
  const files: BlobPart[] = []
  const directory: BlobPart[] = []
  let at = 0
  for (const { name, content } of entries) {
    const sums = { crc: 0, size: 0 }
    const packed = await new Response(
      streamOf(counted(content, sums)).pipeThrough(new CompressionStream('deflate-raw')),
    ).blob()
    if (Math.max(sums.size, at + packed.size) > MOST_BYTES) throw new RangeError('The archive is too large')
    const title = new TextEncoder().encode(name)
    // Version 2.0, names in UTF-8, deflate, 1 January 1980.
    const known = numbers([20, 2], [0x0800, 2], [8, 2], [0, 2], [0x21, 2], [sums.crc, 4], [packed.size, 4])
    const rest = numbers([sums.size, 4], [title.length, 2], [0, 2])
    const head = new Blob([numbers([0x04034b50, 4]), known, rest, title])
    files.push(head, packed)
    directory.push(numbers([0x02014b50, 4], [20, 2]), known, rest, numbers([0, 6], [0, 4], [at, 4]), title)
    at += head.size + packed.size
  }
  const index = new Blob(directory)
  const count = entries.length
  const end = numbers([0x06054b50, 4], [0, 4], [count, 2], [count, 2], [index.size, 4], [at, 4], [0, 2])
  return new Blob([...files, index, end])
}

/** Numbers one after the other, the low byte first, each in so many bytes. */
function numbers(...fields: readonly (readonly [value: number, bytes: number])[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    fields.flatMap(([value, bytes]) =>
      Array.from({ length: bytes }, (_, index) => (index < 4 ? (value >>> (8 * index)) & 0xff : 0)),
    ),
  )
}

async function* counted(content: ZipEntry['content'], sums: { crc: number; size: number }) {
  for await (const bytes of content) {
    sums.crc = crcAfter(sums.crc, bytes)
    sums.size += bytes.length
    yield bytes
  }
}

/** `ReadableStream.from` is not in every browser. */
function streamOf(content: AsyncGenerator<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await content.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

/** The CRC-32 of what came before and of these bytes. */
function crcAfter(before: number, bytes: Uint8Array): number {
  let crc = ~before
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0)
  return ~crc >>> 0
}
