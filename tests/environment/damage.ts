import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './folder.ts'

/** A copy of a file, damaged. @returns where it lies */
export function damaged(file: string, damage: (bytes: Buffer) => Buffer): string {
  const copy = join(temporaryFolder(), 'damaged')
  writeFileSync(copy, damage(readFileSync(file)))
  return copy
}

/** Turns a byte into another one: `by` is 1 to 255. */
export function withByteChanged(at: number, by: number): (bytes: Buffer) => Buffer {
  return (bytes) => {
    bytes.writeUInt8(bytes.readUInt8(at) ^ by, at)
    return bytes
  }
}
