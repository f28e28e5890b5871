import { UUID_BYTES, writeInt64, writeUuid } from './int8-and-uuid.ts'
import { writeTimestamptz } from './timestamptz.ts'

/**
 * Encodes arrays in PostgreSQL's binary format. `pg` writes arrays as quoted text and bytes as hex, which at hundreds
 * of events a batch costs both sides more than the rest of the append; `pg` sends a Buffer unchanged. The layout
 * (array_recv): number of dimensions, null flag, the element's type, the element count, the first index; then each
 * element as its length and bytes, with -1 for null.
 */
const ELEMENT_TYPE_OIDS = {
  boolean: 16,
  bytea: 17,
  bigint: 20,
  smallint: 21,
  integer: 23,
  text: 25,
  json: 114,
  timestamptz: 1184,
  uuid: 2950,
}

const ARRAY_HEADER_BYTES = 20

export const encodeSmallintArray = (values: number[]) =>
  encodeFixedLengthArray(ELEMENT_TYPE_OIDS.smallint, 2, values, (bytes, value, at) => bytes.writeInt16BE(value, at))
export const encodeIntegerArray = (values: (number | null)[]) =>
  encodeFixedLengthArray(ELEMENT_TYPE_OIDS.integer, 4, values, (bytes, value, at) => bytes.writeInt32BE(value, at))
/**
 * Accepts safe integers only.
 * @throws RangeError for any other number
 */
export const encodeBigintArray = (values: (number | null)[]) =>
  encodeFixedLengthArray(ELEMENT_TYPE_OIDS.bigint, 8, values, writeExact)
export const encodeBooleanArray = (values: boolean[]) =>
  encodeFixedLengthArray(ELEMENT_TYPE_OIDS.boolean, 1, values, (bytes, value, at) =>
    bytes.writeUInt8(value ? 1 : 0, at),
  )
/**
 * Encodes instants in ISO 8601 in UTC, to the millisecond.
 * @throws RangeError for a text that is no instant
 */
export const encodeTimestamptzArray = (values: (string | null)[]) =>
  encodeFixedLengthArray(ELEMENT_TYPE_OIDS.timestamptz, 8, values, writeTimestamptz)
export const encodeUuidArray = (values: (string | null)[]) =>
  encodeFixedLengthArray(ELEMENT_TYPE_OIDS.uuid, UUID_BYTES, values, writeUuid)
export const encodeTextArray = (values: (string | null)[]) => encodeStringArray(ELEMENT_TYPE_OIDS.text, values)
export const encodeJsonArray = (values: (string | null)[]) => encodeStringArray(ELEMENT_TYPE_OIDS.json, values)

export function encodeByteaArray(values: Uint8Array[]): Buffer {
  const bytes = allocateArray(
    ELEMENT_TYPE_OIDS.bytea,
    values.length,
    values.reduce((sum, value) => sum + value.length, 0),
  )
  let at = ARRAY_HEADER_BYTES
  for (const value of values) {
    at = bytes.writeInt32BE(value.length, at)
    bytes.set(value, at)
    at += value.length
  }
  return bytes
}

function encodeStringArray(oid: number, values: (string | null)[]): Buffer {
  let size = 0
  for (const value of values) if (value !== null) size += Buffer.byteLength(value)
  const bytes = allocateArray(oid, values.length, size)
  let at = ARRAY_HEADER_BYTES
  for (const value of values) {
    const length = value === null ? -1 : bytes.write(value, at + 4)
    bytes.writeInt32BE(length, at)
    at += 4 + Math.max(0, length)
  }
  return bytes
}

function encodeFixedLengthArray<T>(
  oid: number,
  size: number,
  values: (T | null)[],
  write: (bytes: Buffer, value: T, at: number) => void,
): Buffer {
  let present = 0
  for (const value of values) if (value !== null) present++
  const bytes = allocateArray(oid, values.length, present * size)
  let at = ARRAY_HEADER_BYTES
  for (const value of values) {
    at = bytes.writeInt32BE(value === null ? -1 : size, at)
    if (value === null) continue
    write(bytes, value, at)
    at += size
  }
  return bytes
}

/** PostgreSQL ignores the null flag on input, and accepts one dimension of no elements as an empty array. */
function allocateArray(oid: number, count: number, elementBytes: number): Buffer {
  const bytes = Buffer.allocUnsafe(ARRAY_HEADER_BYTES + count * 4 + elementBytes)
  bytes.writeInt32BE(1, 0)
  bytes.writeInt32BE(1, 4)
  bytes.writeInt32BE(oid, 8)
  bytes.writeInt32BE(count, 12)
  bytes.writeInt32BE(1, 16)
  return bytes
}

function writeExact(bytes: Buffer, value: number, at: number): void {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no exact integer`)
  writeInt64(bytes, value, at)
}
