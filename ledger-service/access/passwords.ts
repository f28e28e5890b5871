import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'

/** Argon2id as OWASP asks (19 MiB, 2 passes): about 20 ms of one core. */
const MEMORY_KIB = 19_456
const PASSES = 2
const TAG_BYTES = 32
/** At most two at a time, or sign-ins would starve the ledger; who finds the queue full is told to come back. */
const AT_ONCE = 2
const MAX_WAITING = 20

const derive = promisify(argon2)
const phc = z.templateLiteral(['$argon2id$v=19$m=', z.int(), ',t=', z.int(), ',p=1$', z.string(), '$', z.string()])

/** The queue of hashes is full. */
export class TooBusyToHash extends Error {}

export interface Passwords {
  /** The PHC string of a password, with the pepper as Argon2's secret. */
  hash(password: string): Promise<string>
  /** In the same time for a wrong password and for no account at all (`undefined`). */
  verify(password: string, hash: string | undefined): Promise<boolean>
}

export function openPasswords(pepper: Buffer): Passwords {
  const turns = new Turns()
  const nobody = encode(randomBytes(16), randomBytes(TAG_BYTES))

  const tag = (message: string, nonce: Buffer, memory: number, passes: number) =>
    turns.take(() =>
      derive('argon2id', { message, nonce, secret: pepper, memory, passes, parallelism: 1, tagLength: TAG_BYTES }),
    )

  async function hash(password: string): Promise<string> {
    const nonce = randomBytes(16)
    return encode(nonce, await tag(password, nonce, MEMORY_KIB, PASSES))
  }

  async function verify(password: string, stored: string | undefined): Promise<boolean> {
    const { nonce, memory, passes, expected } = decode(stored ?? nobody)
    const equal = timingSafeEqual(await tag(password, nonce, memory, passes), expected)
    return equal && stored !== undefined
  }

  return { hash, verify }
}

function encode(nonce: Buffer, tag: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${text(nonce)}$${text(tag)}`
}

function decode(hash: string): { nonce: Buffer; memory: number; passes: number; expected: Buffer } {
  const [, , , parameters = '', nonce = '', tag = ''] = phc.parse(hash).split('$')
  const [memory, passes] = parameters.split(',').map((parameter) => Number(parameter.slice(2)))
  return {
    nonce: Buffer.from(nonce, 'base64'),
    memory: memory ?? MEMORY_KIB,
    passes: passes ?? PASSES,
    expected: Buffer.from(tag, 'base64'),
  }
}

class Turns {
  #running = 0
  readonly #waiting: (() => void)[] = []

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) {
      if (this.#waiting.length >= MAX_WAITING) throw new TooBusyToHash('Too many sign-ins at once')
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else this.#running++
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
