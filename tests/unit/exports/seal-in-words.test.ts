import type { BookSeal } from '@ledger/ledger-service/exports/books/book.ts'
import { sealInWords } from '@ledger/ledger-service/exports/books/period-and-seal-in-words.ts'
import { expect, test } from 'vitest'

test.each<[BookSeal, string, string]>([
  [{ state: 'open' }, 'Books not closed yet', 'हिसाब अभी बंद नहीं है'],
  [{ state: 'closed' }, 'Books closed; this period has no seal of its own', 'हिसाब बंद है; इस समय की अलग मुहर नहीं है'],
  [{ state: 'sealing' }, 'Books closed; the seal is being made', 'हिसाब बंद है; मुहर लग रही है'],
  [
    { state: 'differs' },
    'WARNING: these figures are not those of the seal. Have the books verified',
    'सावधान: ये आँकड़े मुहर वाले आँकड़े नहीं हैं। बही की जाँच करवाएँ',
  ],
  [
    { state: 'sealed', upTo: '2026-04-30', root: '0123456789abcdef'.repeat(4) },
    'Books closed and sealed up to 30 Apr 2026, seal 0123456789abcdef',
    '30 अप्रैल 2026 तक का हिसाब बंद, मुहर 0123456789abcdef',
  ],
])('the head of a book says how far its period is closed: %o', (seal, english, hindi) => {
  expect([sealInWords(seal, 'en'), sealInWords(seal, 'hi')]).toEqual([english, hindi])
})
