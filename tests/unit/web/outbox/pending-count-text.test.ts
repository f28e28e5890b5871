import { pendingCountText } from '@ledger/web/src/field/outbox/ui/pending-count-text.ts'
import { words } from '@ledger/web/src/field/outbox/ui/screen-texts.ts'
import { expect, test } from 'vitest'

test.each([
  [1, 0, '1 entry', '1 एंट्री'],
  [2, 0, '2 entries', '2 एंट्रियाँ'],
  [0, 1, '1 change', '1 बदलाव'],
  [0, 2, '2 changes', '2 बदलाव'],
  [1, 2, '1 entry and 2 changes', '1 एंट्री और 2 बदलाव'],
  [1234, 1, '1,234 entries and 1 change', '1,234 एंट्रियाँ और 1 बदलाव'],
])('%i new and %i changed are %s', (added, changed, en, hi) => {
  const areNew = [...Array(changed).fill(false), ...Array(added).fill(true)]
  expect(pendingCountText(areNew, words.en)).toBe(en)
  expect(pendingCountText(areNew, words.hi)).toBe(hi)
})
