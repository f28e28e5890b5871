import { createHash, createHmac } from 'node:crypto'
import { keyedDigest, sha256 } from '@ledger/database/digests.ts'
import { expect, test } from 'vitest'

const TEXTS = ['', 'a', '₹ १२३ सीमेंट 🧱', 'x'.repeat(100_000), '\u0000\u0001\u00ff']

test.each(TEXTS)('a digest is what Node makes of the same text, and of the same bytes', (text) => {
  const expected = createHash('sha256').update(text).digest('hex')
  expect(sha256(text).toString('hex')).toBe(expected)
  expect(sha256(Buffer.from(text)).toString('hex')).toBe(expected)
})

// Shorter than a block, of a block, longer: then its digest is the key (RFC 2104).
test.each(['', 'secret', 'रहस्य', 'b'.repeat(64), 'c'.repeat(65), 'd'.repeat(300)])(
  'a keyed digest is the HMAC of each text: keys that were answered before are found again',
  (secret) => {
    const digest = keyedDigest(secret)
    for (const text of TEXTS)
      expect(digest(text).toString('hex')).toBe(createHmac('sha256', secret).update(text).digest('hex'))
  },
)
