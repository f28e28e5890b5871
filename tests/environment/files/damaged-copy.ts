import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './temporary-folder.ts'

/**
 * Writes a damaged copy of a file.
 * @returns its path
 */
export function damagedCopy(file: string, damage: (bytes: Buffer) => Buffer): string {
  const copy = join(temporaryFolder(), 'damaged')
  writeFileSync(copy, damage(readFileSync(file)))
  return copy
}

/** Returns a function that changes one byte by XOR with `by`, 1 to 255. */
export function changeByteAt(at: number, by: number): (bytes: Buffer) => Buffer {
  return (bytes) => {
    bytes.writeUInt8(bytes.readUInt8(at) ^ by, at)
    return bytes
  }
}
