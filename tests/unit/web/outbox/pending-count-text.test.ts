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
  const kinds = [...Array(changed).fill('change'), ...Array(added).fill('entry')]
  expect(pendingCountText(kinds, words.en)).toBe(en)
  expect(pendingCountText(kinds, words.hi)).toBe(hi)
})

test('answers are counted beside entries and changes', () => {
  const { en, hi } = words
  expect([pendingCountText(['answer'], en), pendingCountText(['answer'], hi)]).toEqual(['1 answer', '1 जवाब'])
  expect(pendingCountText(['answer', 'entry', 'answer'], en)).toBe('1 entry and 2 answers')
  const all = ['change', 'answer', 'entry', 'change'] as const
  expect(pendingCountText(all, en)).toBe('1 entry, 2 changes and 1 answer')
  expect(pendingCountText(all, hi)).toBe('1 एंट्री, 2 बदलाव और 1 जवाब')
})
