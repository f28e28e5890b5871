import { Zip, ZipDeflate } from 'fflate'

/** A file of an archive. Its bytes are read once, when it is written. */
export interface ZipEntry {
  readonly name: string
  readonly content: AsyncIterable<Uint8Array<ArrayBuffer>>
}

/** The number of compressed bytes that are stored together. */
const ZIP_BATCH_BYTES = 1_000_000

/**
 * Returns a ZIP archive. Each entry is compressed as its bytes arrive, into Blobs, which the browser stores outside the
 * page's memory.
 */
export async function zip(entries: readonly ZipEntry[]): Promise<Blob> {
  const blobs: Blob[] = []
  let packed: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const archive = new Zip((error, bytes) => {
    if (error) throw error
    packed.push(bytes)
    size += bytes.length
    if (size < ZIP_BATCH_BYTES) return
    blobs.push(new Blob(packed))
    packed = []
    size = 0
  })
  for (const { name, content } of entries) {
    const file = new ZipDeflate(name)
    archive.add(file)
    for await (const bytes of content) file.push(bytes)
    file.push(new Uint8Array(0), true)
  }
  archive.end()
  return new Blob([...blobs, ...packed])
}
