import { CannotRestore } from './backup-format.ts'

/**
 * The limit of bytes from each byte of gzip, after the first `FREE_BYTES`. Each entry contains some 130 random bytes
 * (its id, hashes, digests of keys), which no compression shortens: the longest narration of one letter reaches less
 * than 160. A file of zeros reaches 1,030.
 */
const MOST_FROM_A_BYTE = 300
const FREE_BYTES = 64 * 1024 * 1024

/** Bytes that come out of gzip. */
export interface DecompressedBytes extends AsyncIterable<Buffer> {
  /** The number of compressed bytes read. */
  readonly bytesWritten: number
}

/**
 * Yields the bytes of a backup.
 * @throws CannotRestore where they are more than any real backup of its size has
 */
export async function* boundDecompressed(plain: DecompressedBytes): AsyncGenerator<Buffer> {
  let total = 0
  for await (const chunk of plain) {
    total += chunk.length
    if (total > FREE_BYTES + MOST_FROM_A_BYTE * plain.bytesWritten)
      throw new CannotRestore('The backup holds more than any backup of its size: Site Ledger has not written it')
    yield chunk
  }
}
