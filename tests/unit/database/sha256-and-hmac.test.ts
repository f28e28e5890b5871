import { createHash } from 'node:crypto'
import { hmacSha256, sha256 } from '@ledger/database/binary/sha256-and-hmac.ts'
import { expect, test } from 'vitest'

const TEXTS = ['', 'a', '₹ १२३ सीमेंट 🧱', 'x'.repeat(100_000), '\u0000\u0001\u00ff']

test.each(TEXTS)('a digest is what Node makes of the same text, and of the same bytes', (text) => {
  const expected = createHash('sha256').update(text).digest('hex')
  expect(sha256(text).toString('hex')).toBe(expected)
  expect(sha256(Buffer.from(text)).toString('hex')).toBe(expected)
})

// The first is of RFC 4231; the others are a key and a text beyond ASCII, and a key longer than a block, by another
// program.
test.each([
  ['Jefe', 'what do ya want for nothing?', '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'],
  ['रहस्य', '₹ १२३ सीमेंट 🧱', '159fc66ce11c360fddf454eddaaa1131436440abcb0953e65e057d7ad8908516'],
  [
    'd'.repeat(300),
    'Test Using Larger Than Block-Size Key - Hash Key First',
    '4e79cbbae6533a8178af3828e76f298c16f5e1242da5689d88797afee0cd02e9',
  ],
])(
  'a keyed digest is the HMAC of a text, the same in every version: keys that were answered before are found again',
  (secret, text, expected) => {
    expect(hmacSha256(secret)(text).toString('hex')).toBe(expected)
  },
)
