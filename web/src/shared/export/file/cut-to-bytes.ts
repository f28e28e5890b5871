const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const encoder = new TextEncoder()

/** Returns the number of bytes of a text in UTF-8. */
const bytesOf = (text: string) => encoder.encode(text).length

/**
 * Returns as much of a text's beginning as has at most so many bytes in UTF-8. A letter, as a reader sees it, stays
 * whole, unless it alone is too long.
 */
export function cutToBytes(text: string, maxBytes: number): string {
  if (bytesOf(text) <= maxBytes) return text
  const cut = longestStart(
    Array.from(graphemes.segment(text), ({ segment }) => segment),
    maxBytes,
  )
  return cut === '' ? longestStart([...text], maxBytes) : cut
}

function longestStart(pieces: readonly string[], maxBytes: number): string {
  let [start, bytes] = ['', 0]
  for (const piece of pieces) {
    bytes += bytesOf(piece)
    if (bytes > maxBytes) break
    start += piece
  }
  return start
}

/** Cuts the longest of some texts until all of them, and a byte between each two, have at most so many bytes. */
export function cutLongestToBytes(texts: readonly string[], maxBytes: number): readonly string[] {
  for (let most = maxBytes; most > 0; most -= 1) {
    const cut = texts.map((text) => cutToBytes(text, most))
    if (bytesOf(cut.join('_')) <= maxBytes) return cut
  }
  return []
}
