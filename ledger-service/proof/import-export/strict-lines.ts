/** 16 MiB: longer than any line of an export, which is one event. */
const LONGEST_BYTES = 2 ** 24
const LF = 10

/**
 * Yields the lines of an export exactly as its bytes: UTF-8, each ended by LF and by nothing else. `node:readline`
 * would also end a line at CR, U+2028 and U+2029, which a text of an event may contain, and accept a last line without
 * an end.
 * @throws Error for bytes that are no UTF-8, a line that is too long, and a last line that is cut off
 */
export async function* strictLines(file: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let rest: Buffer = Buffer.alloc(0)
  for await (const bytes of file) {
    rest = Buffer.concat([rest, bytes])
    for (let end = rest.indexOf(LF); end >= 0; end = rest.indexOf(LF)) {
      yield decoder.decode(rest.subarray(0, end))
      rest = rest.subarray(end + 1)
    }
    if (rest.length > LONGEST_BYTES) throw new Error('The file holds a line that is longer than any of an export')
  }
  if (rest.length > 0) throw new Error('The last line of the file is cut off')
}
