/**
 * The orientation of a camera (EXIF 2.32, 4.6.4 A). Nothing else of a picture's EXIF is read, here or by the decoder.
 */

const ORIENTATION_TAG = 0x0112
const SHORT_TYPE = 3
const ENTRY_BYTES = 12

/**
 * Returns 2 to 8 if the TIFF structure of an EXIF block says that the picture is rotated or mirrored, else 1. Reads the
 * first directory only.
 */
export function orientationOf(exif: Buffer): number {
  const order = exif.toString('latin1', 0, 4)
  if (order !== 'II*\0' && order !== 'MM\0*') return 1
  const [uint16, uint32] =
    order === 'II*\0'
      ? [(at: number) => exif.readUInt16LE(at), (at: number) => exif.readUInt32LE(at)]
      : [(at: number) => exif.readUInt16BE(at), (at: number) => exif.readUInt32BE(at)]
  if (exif.length < 8) return 1
  const directory = uint32(4)
  if (directory + 2 > exif.length) return 1
  const entries = Math.min(uint16(directory), Math.floor((exif.length - directory - 2) / ENTRY_BYTES))
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + entry * ENTRY_BYTES
    if (uint16(at) !== ORIENTATION_TAG) continue
    const value = uint16(at + 2) === SHORT_TYPE ? uint16(at + 8) : 1
    return value >= 2 && value <= 8 ? value : 1
  }
  return 1
}

/** Returns an EXIF block that contains only the orientation. */
export function buildOrientationExif(orientation: number): Buffer {
  return Buffer.from([
    ...Buffer.from('MM\0*', 'latin1'),
    ...[0, 0, 0, 8, 0, 1],
    ...[ORIENTATION_TAG >> 8, ORIENTATION_TAG & 0xff, 0, SHORT_TYPE, 0, 0, 0, 1, 0, orientation, 0, 0],
    ...[0, 0, 0, 0],
  ])
}
