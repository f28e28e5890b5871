import { hash } from 'node:crypto'

const DIGITS = '0123456789abcdef'
const HYPHEN = 0x2d
const COMMA = 0x2c
const COLON = 0x3a
const VERSION = 'ledger/v1'

/**
 * The fields of an event as they are hashed (see hashOf in the event store), in a buffer that is used again: each as `<length in bytes>:<bytes>,`. What is
 * written here digit by digit costs less than a call of what writes any text.
 */
export class HashedFields {
  #bytes = Buffer.allocUnsafeSlow(16 * 1024)
  #end = 0
  /** Whose events were hashed last, and where that ends which all of these begin with: it stands there still. */
  #companyId = ''
  #begun = 0

  /** Forgets the fields that there were. @param room bytes that all fields take at most */
  begin(companyId: string, room: number): void {
    const isThere = companyId === this.#companyId && room <= this.#bytes.length
    if (room > this.#bytes.length) this.#bytes = Buffer.allocUnsafeSlow(room * 2)
    this.#end = isThere ? this.#begun : 0
    if (isThere) return
    this.ascii(VERSION)
    this.ascii(companyId)
    this.#companyId = companyId
    this.#begun = this.#end
  }

  ascii(text: string): void {
    this.#length(text.length)
    const bytes = this.#bytes
    let at = this.#end
    for (let index = 0; index < text.length; index++) bytes[at++] = text.charCodeAt(index)
    bytes[at] = COMMA
    this.#end = at + 1
  }

  copy(from: Buffer, start: number, stop: number): void {
    this.#length(stop - start)
    this.#end += from.copy(this.#bytes, this.#end, start, stop)
    this.#bytes[this.#end++] = COMMA
  }

  /** Its 16 bytes as text with hyphens. */
  uuid(from: Buffer, start: number): void {
    this.#length(36)
    for (let index = 0; index < 16; index++) {
      if (index === 4 || index === 6 || index === 8 || index === 10) this.#bytes[this.#end++] = HYPHEN
      this.#byte(from[start + index] ?? 0)
    }
    this.#bytes[this.#end++] = COMMA
  }

  hexadecimal(from: Buffer, start: number, stop: number): void {
    this.#length((stop - start) * 2)
    for (let index = start; index < stop; index++) this.#byte(from[index] ?? 0)
    this.#bytes[this.#end++] = COMMA
  }

  /** Whether the SHA-256 of all fields is that in these bytes. */
  haveHash(from: Buffer, start: number, stop: number): boolean {
    // A digest as text costs less than half of one in a buffer of its own.
    const digest = hash('sha256', this.#bytes.subarray(0, this.#end), 'hex')
    if (digest.length !== (stop - start) * 2) return false
    for (let index = start, at = 0; index < stop; index++, at += 2) {
      const byte = from[index] ?? 0
      if (digest.charCodeAt(at) !== DIGITS.charCodeAt(byte >> 4)) return false
      if (digest.charCodeAt(at + 1) !== DIGITS.charCodeAt(byte & 15)) return false
    }
    return true
  }

  #byte(byte: number): void {
    this.#bytes[this.#end] = DIGITS.charCodeAt(byte >> 4)
    this.#bytes[this.#end + 1] = DIGITS.charCodeAt(byte & 15)
    this.#end += 2
  }

  #length(length: number): void {
    const digits = String(length)
    for (let index = 0; index < digits.length; index++) this.#bytes[this.#end++] = digits.charCodeAt(index)
    this.#bytes[this.#end++] = COLON
  }
}
