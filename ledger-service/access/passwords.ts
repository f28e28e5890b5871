import { randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { openHashThreads } from './hash-threads.ts'

/** Argon2id as OWASP asks (19 MiB, 2 passes): about 20 ms of one core. */
const MEMORY_KIB = 19_456
const PASSES = 2
const TAG_BYTES = 32
/**
 * At most two hashes run at a time, because sign-ins would starve the ledger; a caller that finds the queue full must
 * try again later.
 */
const AT_ONCE = 2
const MAX_WAITING = 20
/**
 * Limits per name and per address, so that one caller alone cannot fill the queue with correct tries, which no other
 * limit counts for long.
 */
const MAX_WAITING_FOR_NAME = 2
const MAX_WAITING_AT_ADDRESS = 12

/**
 * Matches a hash in the form that this file makes. The ledger accepts no other form, because the numbers in a hash set
 * how much memory and time a sign-in takes. Add a form here when the numbers above are raised. PostgreSQL evaluates the
 * same expression.
 */
export const PASSWORD_HASH = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/

const phc = z.templateLiteral(['$argon2id$v=19$m=', z.int(), ',t=', z.int(), ',p=1$', z.string(), '$', z.string()])

/** The queue of hashes is full. */
export class TooBusyToHash extends Error {}

/** The name and the address of a sign-in, for the limits of the queue. */
export interface Asker {
  name: string
  address: string
}

export interface Passwords {
  /** Returns the PHC string of a password, with the pepper as Argon2's secret. */
  hash(password: string): Promise<string>
  /** Takes the same time for a wrong password and for an account that does not exist (`undefined`). */
  verify(password: string, hash: string | undefined, asker?: Asker): Promise<boolean>
  /** Returns the same with another pepper, for a company that has its own; all companies share one queue. */
  under(pepper: Buffer): Passwords
}

export function openPasswords(pepper: Buffer): Passwords {
  return passwordsUnder(pepper, new Turns(), openHashThreads())
}

function passwordsUnder(pepper: Buffer, turns: Turns, derive: ReturnType<typeof openHashThreads>): Passwords {
  const nobody = encode(randomBytes(16), randomBytes(TAG_BYTES))

  const tag = (message: string, nonce: Buffer, memory: number, passes: number) =>
    derive({ message, nonce, secret: pepper, memory, passes, parallelism: 1, tagLength: TAG_BYTES })

  async function hash(password: string): Promise<string> {
    const nonce = randomBytes(16)
    return encode(nonce, await turns.take(undefined, () => tag(password, nonce, MEMORY_KIB, PASSES)))
  }

  async function verify(password: string, stored: string | undefined, asker?: Asker): Promise<boolean> {
    const { nonce, memory, passes, expected } = decode(stored ?? nobody)
    const presented = await turns.take(asker, () => tag(password, nonce, memory, passes))
    const equal = timingSafeEqual(presented, expected)
    return equal && stored !== undefined
  }

  return { hash, verify, under: (other) => passwordsUnder(other, turns, derive) }
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

/** The running hashes and the queue. Where two addresses wait, the one that was served last waits longer. */
class Turns {
  #running = 0
  #last: string | undefined
  readonly #waiting: { asker: Asker | undefined; go: () => void }[] = []

  async take<T>(asker: Asker | undefined, work: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) {
      if (this.#isFull(asker)) throw new TooBusyToHash('Too many sign-ins at once')
      await new Promise<void>((go) => this.#waiting.push({ asker, go }))
    } else this.#running++
    this.#last = asker?.address
    try {
      return await work()
    } finally {
      const other = this.#waiting.findIndex(({ asker: next }) => next?.address !== this.#last)
      const [next] = this.#waiting.splice(Math.max(0, other), 1)
      if (next) next.go()
      else this.#running--
    }
  }

  #isFull(asker: Asker | undefined): boolean {
    if (this.#waiting.length >= MAX_WAITING) return true
    if (!asker) return false
    const also = (has: 'name' | 'address') => this.#waiting.filter((other) => other.asker?.[has] === asker[has]).length
    return also('name') >= MAX_WAITING_FOR_NAME || also('address') >= MAX_WAITING_AT_ADDRESS
  }
}
