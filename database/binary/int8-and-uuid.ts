export const UUID_BYTES = 16
const UUID_LENGTH = 36
const TWO_32 = 2 ** 32

/**
 * Writes the 16 bytes of a UUID, as PostgreSQL's binary format has them.
 * @throws TypeError where the text is no UUID
 */
export function writeUuid(bytes: Buffer, value: string, at: number): void {
  const digits = value.replaceAll('-', '')
  // Node stops at the first character that is no digit, and would cut off a longer text, which identifies something
  // else.
  const isUuid = value.length === UUID_LENGTH && digits.length === 2 * UUID_BYTES
  if (!isUuid || bytes.write(digits, at, 'hex') !== UUID_BYTES) throw new TypeError(`${value} is no UUID`)
}

/** Returns the UUID that 16 bytes hold, in lower case with hyphens. */
export function readUuid(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + UUID_BYTES)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/**
 * Writes a whole number as the 8 bytes of PostgreSQL's int8 and timestamptz. Does not check that the number is exact; a
 * caller that stores it must check.
 * @returns the offset after it
 */
export function writeInt64(bytes: Buffer, value: number, at: number): number {
  const high = Math.floor(value / TWO_32)
  return bytes.writeUInt32BE(value - high * TWO_32, bytes.writeInt32BE(high, at))
}

/**
 * Returns the whole number that 8 bytes hold.
 * @throws RangeError beyond 2^53, where sums would not be exact
 */
export function readInt64(bytes: Buffer, at: number): number {
  const value = bytes.readInt32BE(at) * TWO_32 + bytes.readUInt32BE(at + 4)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${bytes.readBigInt64BE(at)} is beyond the exact integers`)
  return value
}
