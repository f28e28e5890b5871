import { randomBytes, timingSafeEqual } from 'node:crypto'
import { openFairQueue } from '@ledger/database/concurrency/fair-queue.ts'
import { z } from 'zod'
import { openPasswordHashWorkers } from './password-hash-worker-pool.ts'

/** Argon2id as OWASP asks (19 MiB, 2 passes): about 20 ms of one core. */
const ARGON2_MEMORY_KIB = 19_456
const ARGON2_PASSES = 2
const ARGON2_TAG_BYTES = 32
/**
 * At most two hashes run at a time, because sign-ins would starve the ledger; a caller that finds the queue full must
 * try again later.
 */
const MAX_CONCURRENT_HASHES = 2
const MAX_QUEUED_HASHES = 20
/**
 * Limits per name and per address, so that one caller alone cannot fill the queue with correct tries, which no other
 * limit counts for long.
 */
const MAX_QUEUED_HASHES_PER_NAME = 2
const MAX_QUEUED_HASHES_PER_ADDRESS = 12

/**
 * Matches a hash in the form that this file makes. The ledger accepts no other form, because the numbers in a hash set
 * how much memory and time a sign-in takes. Add a form here when the numbers above are raised. PostgreSQL evaluates the
 * same expression.
 */
export const PASSWORD_HASH = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/

const phcSchema = z.templateLiteral([
  '$argon2id$v=19$m=',
  z.int(),
  ',t=',
  z.int(),
  ',p=1$',
  z.string(),
  '$',
  z.string(),
])

/** The queue of hashes is full. */
export class HashQueueFull extends Error {}

/** The name and the address of a sign-in, for the limits of the queue. */
export interface HashRequester {
  name: string
  address: string
}

export interface PasswordHasher {
  /** Returns the PHC string of a password, with the pepper as Argon2's secret. */
  hash(password: string): Promise<string>
  /** Takes the same time for a wrong password and for an account that does not exist (`undefined`). */
  verify(password: string, hash: string | undefined, asker?: HashRequester): Promise<boolean>
  /** Returns the same with another pepper, for a company that has its own; all companies share one queue. */
  withPepper(pepper: Buffer): PasswordHasher
}

export function openPasswordHasher(pepper: Buffer): PasswordHasher {
  return hasherWithPepper(pepper, new HashQueue(), openPasswordHashWorkers())
}

function hasherWithPepper(
  pepper: Buffer,
  turns: HashQueue,
  derive: ReturnType<typeof openPasswordHashWorkers>,
): PasswordHasher {
  const unknownUser = encodePhc(randomBytes(16), randomBytes(ARGON2_TAG_BYTES))

  const tag = (message: string, nonce: Buffer, memory: number, passes: number) =>
    derive({ message, nonce, secret: pepper, memory, passes, parallelism: 1, tagLength: ARGON2_TAG_BYTES })

  async function hash(password: string): Promise<string> {
    const nonce = randomBytes(16)
    return encodePhc(nonce, await turns.run(undefined, () => tag(password, nonce, ARGON2_MEMORY_KIB, ARGON2_PASSES)))
  }

  async function verify(password: string, stored: string | undefined, asker?: HashRequester): Promise<boolean> {
    const { nonce, memory, passes, expected } = decodePhc(stored ?? unknownUser)
    const presented = await turns.run(asker, () => tag(password, nonce, memory, passes))
    const equal = timingSafeEqual(presented, expected)
    return equal && stored !== undefined
  }

  return { hash, verify, withPepper: (other) => hasherWithPepper(other, turns, derive) }
}

function encodePhc(nonce: Buffer, tag: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${ARGON2_MEMORY_KIB},t=${ARGON2_PASSES},p=1$${text(nonce)}$${text(tag)}`
}

function decodePhc(hash: string): { nonce: Buffer; memory: number; passes: number; expected: Buffer } {
  const [, , , parameters = '', nonce = '', tag = ''] = phcSchema.parse(hash).split('$')
  const [memory, passes] = parameters.split(',').map((parameter) => Number(parameter.slice(2)))
  return {
    nonce: Buffer.from(nonce, 'base64'),
    memory: memory ?? ARGON2_MEMORY_KIB,
    passes: passes ?? ARGON2_PASSES,
    expected: Buffer.from(tag, 'base64'),
  }
}

/** The queue of hashes, in which addresses take turns. */
class HashQueue {
  readonly #slots = openFairQueue(MAX_CONCURRENT_HASHES)
  readonly #waiting = new Set<{ asker: HashRequester | undefined }>()

  async run<T>(asker: HashRequester | undefined, work: () => Promise<T>): Promise<T> {
    if (this.#isFull(asker)) throw new HashQueueFull('Too many sign-ins at once')
    const call = { asker }
    this.#waiting.add(call)
    return this.#slots.run(asker?.address ?? '', () => {
      this.#waiting.delete(call)
      return work()
    })
  }

  #isFull(asker: HashRequester | undefined): boolean {
    if (this.#waiting.size >= MAX_QUEUED_HASHES) return true
    if (!asker) return false
    const also = (has: 'name' | 'address') =>
      [...this.#waiting].filter((other) => other.asker?.[has] === asker[has]).length
    return also('name') >= MAX_QUEUED_HASHES_PER_NAME || also('address') >= MAX_QUEUED_HASHES_PER_ADDRESS
  }
}
