const HYPHEN = 45
const SIZE = 16
/** What a hexadecimal digit is worth, by its character; 255 for any other. */
const NIBBLES = new Uint8Array(128).fill(255)
for (const [worth, digit] of [...'0123456789abcdef'].entries()) NIBBLES[digit.charCodeAt(0)] = worth
for (const [worth, digit] of [...'ABCDEF'].entries()) NIBBLES[digit.charCodeAt(0)] = 10 + worth

/**
 * Writes the 16 bytes of a UUID, digit by digit: by a text without its hyphens, which Node would read, it takes several times as long.
 * @throws TypeError where it is none
 */
export function writeUuid(bytes: Uint8Array, value: string, at: number): void {
  let to = at
  for (let from = 0; from < value.length && to < at + SIZE; from += 2) {
    if (value.charCodeAt(from) === HYPHEN) from++
    const high = NIBBLES[value.charCodeAt(from)] ?? 255
    const low = NIBBLES[value.charCodeAt(from + 1)] ?? 255
    if (high > 15 || low > 15) break
    bytes[to++] = high * 16 + low
  }
  // Without its length a longer one would be cut off, and name another thing.
  if (value.length !== 36 || to !== at + SIZE) throw new TypeError(`${value} is no UUID`)
}
