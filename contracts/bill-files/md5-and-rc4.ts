/**
 * MD5 (RFC 1321) and RC4, by which PDFs up to version 1.7 check a password. Browsers offer neither. Nothing of this
 * program is kept secret by them.
 */

const SHIFTS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const
const SINES = Int32Array.from({ length: 64 }, (_, step) => Math.abs(Math.sin(step + 1)) * 2 ** 32)

/** Returns the 16 bytes of the digest. */
export function md5(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64)
  padded.set(message)
  padded[message.length] = 0x80
  const words = new DataView(padded.buffer)
  words.setUint32(padded.length - 8, message.length * 8, true)
  const sum = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476] as [number, number, number, number]
  for (let block = 0; block < padded.length; block += 64) {
    let [a, b, c, d] = sum
    for (let step = 0; step < 64; step += 1) {
      const [mixed, word] = mix(step, b, c, d)
      const turned = (a + mixed + (SINES[step] ?? 0) + words.getUint32(block + word * 4, true)) | 0
      const by = SHIFTS[(step >> 4) as 0 | 1 | 2 | 3][(step & 3) as 0 | 1 | 2 | 3]
      ;[a, d, c] = [d, c, b]
      b = (b + ((turned << by) | (turned >>> (32 - by)))) | 0
    }
    for (const [index, value] of [a, b, c, d].entries()) sum[index] = ((sum[index] ?? 0) + value) | 0
  }
  const digest = new DataView(new ArrayBuffer(16))
  for (const [index, value] of sum.entries()) digest.setInt32(index * 4, value, true)
  return new Uint8Array(digest.buffer)
}

/** Returns the mixed value of a step, and the index of the word that it adds. */
function mix(step: number, b: number, c: number, d: number): [mixed: number, word: number] {
  if (step < 16) return [(b & c) | (~b & d), step]
  if (step < 32) return [(d & b) | (~d & c), (5 * step + 1) % 16]
  if (step < 48) return [b ^ c ^ d, (3 * step + 5) % 16]
  return [c ^ (b | ~d), (7 * step) % 16]
}

/** Encrypts or decrypts. */
export function rc4(key: Uint8Array, message: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const at = (index: number) => state[index & 255] ?? 0
  const swap = (i: number, j: number) => {
    const previous = at(i)
    state[i & 255] = at(j)
    state[j & 255] = previous
  }
  for (let i = 0, j = 0; i < 256; i += 1) {
    j += at(i) + (key[i % key.length] ?? 0)
    swap(i, j)
  }
  let j = 0
  return message.map((byte, index) => {
    const i = index + 1
    j += at(i)
    swap(i, j)
    return byte ^ at(at(i) + at(j))
  })
}
