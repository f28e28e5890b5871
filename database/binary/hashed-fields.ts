import { hash } from 'node:crypto'

const DIGITS = '0123456789abcdef'
const HYPHEN = 0x2d
const COMMA = 0x2c
const COLON = 0x3a
const VERSION = 'ledger/v1'

/**
 * Writes the fields of an event in the form that is hashed (see eventHash in hash-chain.ts), into a buffer that is
 * reused: each as `<length in bytes>:<bytes>,`. Writing digit by digit costs less here than calling a method for any
 * text.
 */
export class HashedFields {
  #bytes = Buffer.allocUnsafeSlow(16 * 1024)
  #end = 0
  /**
   * The company whose prefix is at the start of the buffer, and the prefix's length; both are reused for the next event
   * of the company.
   */
  #companyId = ''
  #begun = 0

  /**
   * Starts a new event and drops the fields of the last one.
   * @param room the most bytes that all fields take
   */
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

  /** Writes 16 bytes as a UUID with hyphens. */
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

  /** Returns whether the SHA-256 of all fields equals these bytes. */
  haveHash(from: Buffer, start: number, stop: number): boolean {
    // A digest as text costs less than half of a digest in its own buffer.
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
