import { createHash, randomBytes } from 'node:crypto'
import { timestampedKey, timestampOfKey } from '@ledger/contracts/http/timestamped-idempotency-keys.ts'
import { idempotencyKeyHash } from '@ledger/ledger-service/event-store/integrity/idempotency-key-hash.ts'
import { expect, it } from 'vitest'

const sha256 = (text: string) => createHash('sha256').update(text).digest()
const digestOf = (key: string, account = 'one') => idempotencyKeyHash(sha256, account, key)
const made = (at: string) => timestampedKey(Date.parse(at), randomBytes(16))
const zeros = (at: number) => timestampedKey(at, new Uint8Array(16))

it('keeps keys in the order in which they were made, whatever else is in them', () => {
  const times = [
    '1970-01-01',
    '2001-09-09T01:46:40Z',
    '2026-11-24T03:00:00.000Z',
    '2026-11-24T03:00:00.001Z',
    '2399-12-31',
  ]
  const digests = times.map((at) => digestOf(made(at)))
  expect(digests.toSorted(Buffer.compare)).toEqual(digests)
})

it('tells apart what two accounts made in one moment, and two keys of one', () => {
  const key = made('2026-11-24')
  expect(digestOf(key, 'one')).toEqual(digestOf(key, 'one'))
  expect(digestOf(key, 'two')).not.toEqual(digestOf(key, 'one'))
  expect(digestOf(made('2026-11-24'))).not.toEqual(digestOf(made('2026-11-24')))
  expect(new Set([digestOf(key), digestOf('b'.repeat(8))].map(({ length }) => length))).toEqual(new Set([32]))
})

it.each([
  ['32 digits, as the app made them before', '0123456789abcdef0123456789abcdef'],
  ['a UUID with a time in it', '0198c0de-7b1a-7c3e-9f00-5b1e2d3c4f5a'],
  ['one digit less', made('2026-11-24').slice(0, -1)],
  ['one digit more', `${made('2026-11-24')}0`],
  ['another letter before it', made('2026-11-24').replace('t', 'T')],
])('finds a key of another kind where it always was: %s', (_what, key) => {
  expect(timestampOfKey(key)).toBeUndefined()
  expect(digestOf(key)).toEqual(sha256(`one ${key}`))
})

it.each([
  [-1, 't000000000000'],
  [0, 't000000000000'],
  [1_795_489_200_000.9, 't01a20b7ef780'],
  [2 ** 48 - 1, 'tffffffffffff'],
  [2 ** 48, 't000000000000'],
])('makes a key by whatever the clock says: %s', (now, begin) => {
  expect(zeros(now)).toBe(`${begin}${'0'.repeat(32)}`)
  expect(timestampOfKey(zeros(now))).toBe(begin.slice(1))
})
