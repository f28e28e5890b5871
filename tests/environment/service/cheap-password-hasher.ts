import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { PasswordHasher } from '@ledger/ledger-service/access/password-hashing.ts'

/**
 * Returns a hasher that costs nothing, where the product's costs 20 ms of CPU at a low priority for each account and
 * each sign-in. Its hashes have the product's form, but no process of the product accepts a password by them.
 */
export function openCheapPasswordHasher(pepper: Buffer): PasswordHasher {
  const tag = (password: string, salt: string) =>
    createHmac('sha256', pepper).update(`${salt} ${password}`).digest('base64').replace('=', '')

  return {
    async hash(password) {
      const salt = randomBytes(16).toString('base64').replace('==', '')
      return `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${tag(password, salt)}`
    },
    async verify(password, hash) {
      const [salt = '', expected = ''] = hash?.split('$').slice(-2) ?? []
      const presented = tag(password, salt)
      return expected !== '' && timingSafeEqual(Buffer.from(presented), Buffer.from(expected))
    },
    withPepper: openCheapPasswordHasher,
  }
}
